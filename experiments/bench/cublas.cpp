/// What NVIDIA's own libraries take for C = A B on one GPU: cuBLAS where the data already is, cuBLASXt from host
/// memory, page-locked or not.

#include "experiments/bench/cuda_resources.hpp"
#include "experiments/bench/median.hpp"

#include "apps/command/commands.hpp"
#include "apps/gemm/matrix/verify.hpp"
#include "apps/gemm/runtime/math_settings.hpp"
#include "apps/gemm/support/files.hpp"
#include "cuda/gemm.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace tangram::apps;
using namespace tangram::bench;

struct Arguments {
    std::string method = "resident";
    std::string host_memory = "page-locked";
    std::int64_t size = 8192;
    std::string precision = "double";
    int block_dim = 4096;
    int repeat = 3;
    std::string verify = "freivalds";
    std::string json;

    [[nodiscard]] bool resident() const { return method == "resident"; }
    [[nodiscard]] bool locks_before() const { return host_memory == "page-locked"; }
    [[nodiscard]] bool locks_in_product() const { return host_memory == "locked-in-product"; }
};

struct Result {
    std::vector<double> seconds;
    double residual = 0;
    double tolerance = 0;
    bool checked = false;

    [[nodiscard]] bool verified() const { return residual < tolerance; } ///< a wrong result may be NaN
};

template <class T> struct Operands { Matrix<T> a, b, c; };

template <class T> Operands<T> random_operands(std::int64_t size) {
    Operands<T> operands{{size, size}, {size, size}, {size, size}};
    operands.a.fill_random(1);
    operands.b.fill_random(2);
    operands.c.fill(0); // its memory is there before time counts
    return operands;
}

/// Throws RunFailure if the device has less than it will take.
void check_device_memory(double needed, std::string_view what) {
    const auto free = static_cast<double>(free_device_memory());
    if (needed > free) {
        throw tangram::RunFailure(fmt::format("not enough GPU memory: {} need {:.2f} GiB, {:.2f} GiB are free", what,
                                              needed / gibibyte, free / gibibyte));
    }
}

template <class T> void copy_to_device(const DeviceArray<T>& to, const Matrix<T>& from) {
    check(cudaMemcpy(to.get(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "copying to the GPU");
}

/// Kernels alone: A, B and C are in the device's memory.
template <class T> std::vector<double> run_resident(const Arguments& arguments, Operands<T>& host) {
    const std::size_t elements = host.a.size();
    check_device_memory(3.0 * static_cast<double>(elements) * sizeof(T), "the three matrices");
    const Cublas handle = make_cublas();
    const DeviceArray<T> a = device_array<T>(elements);
    const DeviceArray<T> b = device_array<T>(elements);
    const DeviceArray<T> c = device_array<T>(elements);
    copy_to_device(a, host.a);
    copy_to_device(b, host.b);
    const auto n = static_cast<int>(arguments.size);
    const auto multiply = [&] {
        tangram::cuda::gemm<T>({.a = {a.get(), n, n, n}, .b = {b.get(), n, n, n}, .c = {c.get(), n, n, n}},
                               handle.get());
    };
    const Event start = make_event();
    const Event stop = make_event();
    std::vector<double> seconds;
    multiply(); // warms up
    for (int repeat = 0; repeat < arguments.repeat; ++repeat) {
        check(cudaEventRecord(start.get()), "cudaEventRecord");
        multiply();
        check(cudaEventRecord(stop.get()), "cudaEventRecord");
        check(cudaEventSynchronize(stop.get()), "cuBLAS's GEMM");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "cudaEventElapsedTime");
        seconds.push_back(1e-3 * milliseconds);
    }
    if (arguments.verify != "none") {
        check(cudaMemcpy(host.c.data(), c.get(), elements * sizeof(T), cudaMemcpyDeviceToHost), "copying from the GPU");
    }
    return seconds;
}

cublasStatus_t multiply_xt(cublasXtHandle_t handle, std::size_t n, const float* a, const float* b, float* c,
                           std::size_t ld) {
    const float one = 1;
    const float zero = 0;
    return cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, ld, b, ld, &zero, c, ld);
}

cublasStatus_t multiply_xt(cublasXtHandle_t handle, std::size_t n, const double* a, const double* b, double* c,
                           std::size_t ld) {
    const double one = 1;
    const double zero = 0;
    return cublasXtDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, ld, b, ld, &zero, c, ld);
}

/// From and to host memory: page-locked before time counts, by cuBLASXt in each product, or not at all.
template <class T> std::vector<double> run_xt(const Arguments& arguments, Operands<T>& host) {
    const std::size_t bytes = host.a.size() * sizeof(T);
    const double block = static_cast<double>(arguments.block_dim) * arguments.block_dim * sizeof(T);
    check_device_memory(3 * block, fmt::format("three blocks of {0} x {0}", arguments.block_dim));
    const CublasXt handle = make_cublas_xt(arguments.block_dim, arguments.locks_in_product());
    std::vector<PageLock> locks;
    if (arguments.locks_before()) {
        for (T* data : {host.a.data(), host.b.data(), host.c.data()}) {
            locks.push_back(page_lock(data, bytes));
        }
    }
    const auto multiply = [&](std::int64_t n) {
        check(multiply_xt(handle.get(), static_cast<std::size_t>(n), host.a.data(), host.b.data(), host.c.data(),
                          static_cast<std::size_t>(arguments.size)),
              "cuBLASXt's GEMM");
        check(cudaDeviceSynchronize(), "cuBLASXt's GEMM");
    };
    multiply(std::min<std::int64_t>(arguments.size, 2LL * arguments.block_dim)); // takes the memory of its blocks
    std::vector<double> seconds;
    for (int repeat = 0; repeat < arguments.repeat; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        multiply(arguments.size);
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return seconds;
}

template <class T> Result measure(const Arguments& arguments) {
    Operands<T> host = random_operands<T>(arguments.size);
    Result result;
    result.seconds = arguments.resident() ? run_resident<T>(arguments, host) : run_xt<T>(arguments, host);
    if (arguments.verify != "none") {
        result.checked = true;
        result.tolerance = tolerance<T>();
        result.residual = residual_freivalds<T>({.transa = Transpose::no,
                                                 .transb = Transpose::no,
                                                 .alpha = 1,
                                                 .beta = 0,
                                                 .a = host.a.view(),
                                                 .b = host.b.view(),
                                                 .c0 = {},
                                                 .c = host.c.view()},
                                                1);
    }
    return result;
}

double tflops(const Arguments& arguments, double seconds) {
    const auto n = static_cast<double>(arguments.size);
    return 2 * n * n * n / seconds * 1e-12;
}

nlohmann::json json_of(const Arguments& arguments, const Device& device, const Result& result) {
    const double seconds = median(result.seconds);
    nlohmann::json json{{"method", arguments.method},
                        {"size", arguments.size},
                        {"precision", arguments.precision},
                        {"block_dim", nullptr},
                        {"host_memory", nullptr},
                        {"seconds", result.seconds},
                        {"seconds_median", seconds},
                        {"tflops", tflops(arguments, seconds)},
                        {"device", {{"name", device.name}, {"memory", device.memory}}},
                        {"driver_version", version_text(device.driver)},
                        {"runtime_version", version_text(device.runtime)},
                        {"math_settings", math_settings()},
                        {"residual", nullptr},
                        {"verified", nullptr}};
    if (!arguments.resident()) {
        json["block_dim"] = arguments.block_dim;
        json["host_memory"] = arguments.host_memory;
    }
    if (result.checked) {
        json["residual"] = std::isfinite(result.residual) ? nlohmann::json(result.residual) : nlohmann::json(nullptr);
        json["verified"] = result.verified();
    }
    return json;
}

std::string text_of(const Arguments& arguments, const Device& device, const Result& result) {
    const double seconds = median(result.seconds);
    std::string text =
        fmt::format("C = A B, {0} x {0} x {0}, {1}, on {2}: {3}\n", arguments.size, arguments.precision, device.name,
                    arguments.resident() ? "cuBLAS, data on the GPU"
                                         : fmt::format("cuBLASXt, {0} host memory, blocks of {1} x {1}",
                                                       arguments.host_memory, arguments.block_dim));
    text += fmt::format("time    {:.4f} s, {:.2f} TFlop/s, median of {}\n", seconds, tflops(arguments, seconds),
                        result.seconds.size());
    if (result.checked) {
        text += fmt::format("result  {} (freivalds: residual {:.2e}, tolerance {:.2e})\n",
                            result.verified() ? "verified" : "WRONG", result.residual, result.tolerance);
    }
    return text;
}

int run(const Arguments& arguments) {
    if (!arguments.json.empty() && arguments.json != "-") {
        check_writable(arguments.json);
    }
    const Device device = find_device();
    const Result result = arguments.precision == "float" ? measure<float>(arguments) : measure<double>(arguments);
    const std::string json = json_of(arguments, device, result).dump(2) + "\n";
    if (arguments.json == "-") {
        fmt::print("{}", json);
    } else {
        if (!arguments.json.empty()) {
            write_text(arguments.json, json);
        }
        fmt::print("{}", text_of(arguments, device, result));
    }
    if (result.checked && !result.verified()) {
        throw tangram::RunFailure(
            fmt::format("the result is wrong: residual {:.3e}, tolerance {:.3e}", result.residual, result.tolerance));
    }
    return ExitCode::success;
}

int failed(ExitCode code, const std::exception& error) {
    fmt::print(stderr, "bench_cublas: error: {}\n", error.what());
    return code;
}

} // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("C = A B by cuBLAS where the data is on the GPU, or by cuBLASXt from host memory", "bench_cublas");
    app.add_option("--method", arguments.method, "resident: cuBLAS, data on the GPU; xt: cuBLASXt, data in host memory")
        ->check(CLI::IsMember({"resident", "xt"}))
        ->capture_default_str();
    app.add_option("--host-memory", arguments.host_memory,
                   "of cuBLASXt alone; page-locked: before time counts; locked-in-product: by cuBLASXt itself")
        ->check(CLI::IsMember({"page-locked", "pageable", "locked-in-product"}))
        ->capture_default_str();
    app.add_option("--size", arguments.size, "of the square matrices")
        ->check(CLI::Range(1, 200'000))
        ->capture_default_str();
    app.add_option("--precision", arguments.precision)
        ->check(CLI::IsMember({"double", "float"}))
        ->capture_default_str();
    app.add_option("--block-dim", arguments.block_dim, "rows and columns of cuBLASXt's blocks")
        ->check(CLI::Range(1, 32'768))
        ->capture_default_str();
    app.add_option("--repeat", arguments.repeat, "measured products, after one to warm up")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    app.add_option("--verify", arguments.verify, "check the last result")
        ->check(CLI::IsMember({"none", "freivalds"}))
        ->capture_default_str();
    app.add_option("--json", arguments.json, "write the figures as JSON ('-': stdout)")->type_name("FILE");
    app.footer("Exit codes: 0 done, 1 wrong result or failed run, 2 bad arguments, 77 no CUDA device.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? ExitCode::success : ExitCode::bad_input;
    }
    try {
        return run(arguments);
    } catch (const tangram::InvalidInput& error) {
        return failed(ExitCode::bad_input, error);
    } catch (const tangram::Unavailable& error) {
        return failed(ExitCode::unavailable, error);
    } catch (const std::exception& error) {
        return failed(ExitCode::failure, error);
    }
}
