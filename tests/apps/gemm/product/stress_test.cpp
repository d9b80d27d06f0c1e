/// Small products under random policies, settings and node sets: no hang, no wrong
/// result. TANGRAM_STRESS_REPETITIONS and TANGRAM_STRESS_SEED say how many and which.

#include "apps/gemm/matrix/verify.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "sched/starpu/adapter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace tangram::apps {
namespace {

/// Ends the program with what waits where, if it lives for too long: a test that
/// hangs cannot fail by itself.
class Watchdog {
  public:
    explicit Watchdog(std::string what) : what_(std::move(what)), thread_([this] { watch(); }) {}
    ~Watchdog() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

  private:
    void watch() {
        constexpr std::chrono::seconds patience(120);
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, patience, [this] { return done_; })) {
            auto* const adapter = sched::starpu::Adapter::current();
            fmt::print(stderr, "no end after {} s: {}\n{}\n", patience.count(), what_,
                       adapter != nullptr ? adapter->state() : "a policy of StarPU's");
            std::abort();
        }
    }

    std::string what_;
    bool done_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread thread_;
};

int number_from(const char* variable, int fallback) {
    const char* value = std::getenv(variable);
    return value != nullptr ? std::atoi(value) : fallback;
}

class Draw {
  public:
    explicit Draw(unsigned seed) : random_(seed) {}

    int number(int lowest, int highest) { return std::uniform_int_distribution(lowest, highest)(random_); }
    template <class T> T one_of(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(number(0, static_cast<int>(all.size()) - 1))];
    }

  private:
    std::mt19937 random_;
};

std::string any_policy(Draw& draw) {
    std::vector<std::string> names{"dmda", fmt::format("choice-dyn-{}", draw.number(1, 20))};
    for (const sched::Strategy& strategy : sched::strategies()) {
        names.push_back(strategy.name);
    }
    return draw.one_of(names);
}

/// Draws a machine and settings; returns them as text.
std::string set_environment(Draw& draw) {
    const int cpus = draw.number(0, 3);
    const std::vector<std::pair<const char*, int>> variables{{"STARPU_NCPU", cpus},
                                                             {"STARPU_NOPENCL", draw.number(cpus == 0 ? 1 : 0, 3)},
                                                             {"STARPU_PREFETCH", draw.number(0, 1)},
                                                             {"TANGRAM_WINDOW", draw.one_of<int>({0, 1, 2, 3, 7})},
                                                             {"TANGRAM_COMMUTE", draw.number(0, 1)},
                                                             {"TANGRAM_SEED", draw.number(0, 1000)}};
    const auto order = draw.one_of<std::string>({"zone", "submission"});
    const auto mode = order == "zone" ? "tangram" : draw.one_of<std::string>({"tangram", "paper"});
    setenv("TANGRAM_ORDER", order.c_str(), 1);
    setenv("TANGRAM_MODE", mode.c_str(), 1);
    std::string text = fmt::format("TANGRAM_ORDER={} TANGRAM_MODE={}", order, mode);
    for (const auto& [name, value] : variables) {
        setenv(name, std::to_string(value).c_str(), 1);
        text += fmt::format(" {}={}", name, value);
    }
    return text;
}

template <class T> double residual_of_product(Draw& draw, Runtime& runtime, std::int64_t m, std::int64_t n,
                                              std::int64_t k, std::int64_t tile) {
    Matrix<T> a(m, k);
    Matrix<T> b(k, n);
    Matrix<T> c(m, n);
    a.fill_random(1);
    b.fill_random(2);
    c.fill_random(3);
    const Matrix<T> c0 = c.copy();
    const T beta = draw.one_of<T>({0, 1, T(-0.5)});
    gemm<T>(runtime, Transpose::no, Transpose::no, 1, a.view(), b.view(), beta, c.view(),
            {.tile = tile, .allocation = {}, .progress = nullptr, .notify = {}});
    return residual_full(
        CheckedProduct<T>{Transpose::no, Transpose::no, 1, beta, a.view(), b.view(), c0.view(), c.view()});
}

void run_once(Draw& draw) {
    const std::string environment = set_environment(draw);
    const std::string policy = any_policy(draw);
    const int products = draw.number(1, 3);
    Runtime runtime({policy, std::nullopt});
    for (int product = 0; product < products; ++product) {
        const int tile = draw.one_of<int>({16, 24, 32});
        const int m = draw.number(1, 200);
        const int n = draw.number(1, 200);
        const int k = draw.number(1, 200);
        const bool single = draw.number(0, 1) == 1;
        const std::string what = fmt::format("{} STARPU_SCHED={}: {} x {} x {}, tile {}, {}", environment, policy, m, n,
                                             k, tile, single ? "float" : "double");
        SCOPED_TRACE(what);
        const Watchdog watchdog(what);
        if (single) {
            EXPECT_LT(residual_of_product<float>(draw, runtime, m, n, k, tile), tolerance<float>());
        } else {
            EXPECT_LT(residual_of_product<double>(draw, runtime, m, n, k, tile), tolerance<double>());
        }
    }
}

TEST(Stress, RandomPoliciesSettingsAndNodes) {
    const int repetitions = number_from("TANGRAM_STRESS_REPETITIONS", 10);
    const int seed = number_from("TANGRAM_STRESS_SEED", static_cast<int>(std::random_device()() % 1'000'000));
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        SCOPED_TRACE(fmt::format("TANGRAM_STRESS_SEED={} TANGRAM_STRESS_REPETITIONS=1", seed + repetition));
        Draw draw(static_cast<unsigned>(seed + repetition));
        fmt::print("seed {}\n", seed + repetition);
        run_once(draw);
    }
}

} // namespace
} // namespace tangram::apps
