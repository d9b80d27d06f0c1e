/// Tangram on CPU workers alone against one call of multi-threaded OpenBLAS, in
/// turns, so that both see the same machine.

#include "apps/gemm/matrix/verify.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "experiments/bench/median.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <cblas.h>
#include <omp.h>

namespace {

using namespace tangram::apps;

struct Arguments {
    int size = 4096;
    int tile = 0;
    int pairs = 7;
    std::string precision = "double";
    std::string cpu_groups;
    std::string json;
};

/// One turn of each, in seconds.
struct Pair {
    double tangram;
    double openblas;

    [[nodiscard]] double ratio() const { return openblas / tangram; } ///< of speeds
};

struct Result {
    std::vector<Pair> pairs;
    std::int64_t tile = 0; ///< the one used
    std::size_t workers = 0;
    unsigned cores_per_worker = 0;
    std::string policy;
    double worst_residual = 0;
    double tolerance = 0;

    /// A wrong result may be NaN.
    [[nodiscard]] bool verified() const { return worst_residual < tolerance; }
};

template <class F> double seconds_of(F&& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class F> double median_over(const std::vector<Pair>& pairs, F&& value) {
    std::vector<double> values;
    values.reserve(pairs.size());
    for (const Pair& pair : pairs) {
        values.push_back(value(pair));
    }
    return tangram::bench::median(std::move(values));
}

void openblas(int n, const float* a, const float* b, float* c) {
    cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
}

void openblas(int n, const double* a, const double* b, double* c) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
}

/// Both compute into the same C, so that its place in memory favours neither.
template <class T> class Benchmark {
  public:
    explicit Benchmark(const Arguments& arguments)
        : arguments_(arguments), a_(arguments.size, arguments.size), b_(arguments.size, arguments.size),
          c_(arguments.size, arguments.size) {
        a_.fill_random(1);
        b_.fill_random(2);
        c_.fill_random(3);
        result_.tolerance = tolerance<T>();
    }

    Result run() {
        tangram_turn(); // calibrates; wakes up clocks and threads
        openblas_turn();
        for (int pair = 0; pair < arguments_.pairs; ++pair) {
            const double tangram = tangram_turn();
            result_.pairs.push_back({tangram, openblas_turn()});
            fmt::print(stderr, "pair {}/{}: Tangram {:.3f} s, OpenBLAS {:.3f} s, ratio {:.3f}\n", pair + 1,
                       arguments_.pairs, result_.pairs.back().tangram, result_.pairs.back().openblas,
                       result_.pairs.back().ratio());
        }
        return result_;
    }

  private:
    /// Seconds of the whole call, planning included. StarPU runs only meanwhile:
    /// its idle workers spin, and OpenBLAS shall have the cores to itself.
    double tangram_turn() {
        double seconds = 0;
        {
            RuntimeOptions options;
            if (!arguments_.cpu_groups.empty()) {
                options.cpu_groups = CpuGroups::from_string(arguments_.cpu_groups);
            }
            Runtime runtime(options);
            GemmOptions gemm_options;
            gemm_options.tile = arguments_.tile;
            gemm_options.notify = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
            GemmReport report;
            seconds = seconds_of([&] {
                report =
                    gemm<T>(runtime, Transpose::no, Transpose::no, 1, a_.view(), b_.view(), 0, c_.view(), gemm_options);
            });
            result_.tile = report.tile;
            result_.policy = report.sched;
            result_.workers = runtime.nodes().at(0).workers.size();
            result_.cores_per_worker = runtime.cores_per_cpu_worker();
        }
        const double residual = residual_freivalds<T>({.transa = Transpose::no,
                                                       .transb = Transpose::no,
                                                       .alpha = 1,
                                                       .beta = 0,
                                                       .a = a_.view(),
                                                       .b = b_.view(),
                                                       .c0 = {},
                                                       .c = c_.view()},
                                                      4);
        if (std::isnan(residual) || residual > result_.worst_residual) { // NaN stays
            result_.worst_residual = residual;
        }
        return seconds;
    }

    double openblas_turn() {
        return seconds_of([&] { openblas(arguments_.size, a_.data(), b_.data(), c_.data()); });
    }

    const Arguments& arguments_;
    Matrix<T> a_, b_, c_;
    Result result_;
};

struct Summary {
    double tangram;          ///< median seconds
    double openblas;         ///< median seconds
    double ratio_of_medians; ///< of speeds, Tangram's divided by OpenBLAS's
    double median_of_ratios;
};

Summary summary_of(const Result& result) {
    const double tangram = median_over(result.pairs, [](const Pair& pair) { return pair.tangram; });
    const double openblas = median_over(result.pairs, [](const Pair& pair) { return pair.openblas; });
    return {tangram, openblas, openblas / tangram,
            median_over(result.pairs, [](const Pair& pair) { return pair.ratio(); })};
}

double gflops(int size, double seconds) {
    const double n = size;
    return 2 * n * n * n / seconds * 1e-9;
}

nlohmann::json json_of(const Arguments& arguments, const Result& result) {
    const Summary summary = summary_of(result);
    nlohmann::json pairs = nlohmann::json::array();
    for (const Pair& pair : result.pairs) {
        pairs.push_back(
            {{"tangram_seconds", pair.tangram}, {"openblas_seconds", pair.openblas}, {"ratio", pair.ratio()}});
    }
    return {{"size", arguments.size},
            {"precision", arguments.precision},
            {"tile", result.tile},
            {"sched", result.policy},
            {"workers", result.workers},
            {"cores_per_worker", result.cores_per_worker},
            {"openblas_threads", omp_get_max_threads()},
            {"tangram_seconds", summary.tangram},
            {"openblas_seconds", summary.openblas},
            {"tangram_gflops", gflops(arguments.size, summary.tangram)},
            {"openblas_gflops", gflops(arguments.size, summary.openblas)},
            {"ratio_of_medians", summary.ratio_of_medians},
            {"median_of_ratios", summary.median_of_ratios},
            {"verified", result.verified()},
            {"pairs", std::move(pairs)}};
}

std::string text_of(const Arguments& arguments, const Result& result) {
    const Summary summary = summary_of(result);
    std::string text = fmt::format("C = A B, {0} x {0} x {0}, {1}; medians of {2} alternating pairs\n", arguments.size,
                                   arguments.precision, result.pairs.size());
    text += fmt::format("Tangram   {:.4f} s {:8.2f} GFlop/s   {} workers of {} cores, tile {}, {}\n", summary.tangram,
                        gflops(arguments.size, summary.tangram), result.workers, result.cores_per_worker, result.tile,
                        result.policy);
    text += fmt::format("OpenBLAS  {:.4f} s {:8.2f} GFlop/s   one call on {} threads\n", summary.openblas,
                        gflops(arguments.size, summary.openblas), omp_get_max_threads());
    text +=
        fmt::format("Tangram's speed divided by OpenBLAS's: {:.3f} (ratio of medians), {:.3f} (median of the pairs' "
                    "ratios)\n",
                    summary.ratio_of_medians, summary.median_of_ratios);
    text += fmt::format("results   {} (freivalds: worst residual {:.2e}, tolerance {:.2e})\n",
                        result.verified() ? "verified" : "WRONG", result.worst_residual, result.tolerance);
    return text;
}

int run(const Arguments& arguments) {
    if (!arguments.json.empty() && arguments.json != "-") {
        check_writable(arguments.json);
    }
    setenv("STARPU_NCUDA", "0", 1);
    setenv("STARPU_NOPENCL", "0", 1);
    const Result result =
        arguments.precision == "float" ? Benchmark<float>(arguments).run() : Benchmark<double>(arguments).run();
    const std::string json = json_of(arguments, result).dump(2) + "\n";
    if (arguments.json == "-") {
        fmt::print("{}", json);
    } else {
        if (!arguments.json.empty()) {
            write_text(arguments.json, json);
        }
        fmt::print("{}", text_of(arguments, result));
    }
    return result.verified() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Tangram on CPU workers alone against one call of multi-threaded OpenBLAS, in turns", "bench_cpu");
    app.add_option("--size", arguments.size, "of the square matrices")
        ->check(CLI::Range(1, 200'000))
        ->capture_default_str();
    app.add_option("--tile", arguments.tile, "tile size; 0: chosen by the library")
        ->check(CLI::Range(0, 200'000))
        ->capture_default_str();
    app.add_option("--pairs", arguments.pairs, "measured turns of each, after one to warm up")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    app.add_option("--precision", arguments.precision)
        ->check(CLI::IsMember({"double", "float"}))
        ->capture_default_str();
    app.add_option("--cpu-groups", arguments.cpu_groups, "CPU workers: core, socket or a number of groups")
        ->type_name("G");
    app.add_option("--json", arguments.json, "write the figures as JSON ('-': stdout)")->type_name("FILE");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try {
        return run(arguments);
    } catch (const tangram::InvalidInput& error) {
        fmt::print(stderr, "bench_cpu: error: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_cpu: error: {}\n", error.what());
        return 1;
    }
}
