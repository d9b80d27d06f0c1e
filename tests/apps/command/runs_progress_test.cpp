#include "apps/command/runs_progress.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

namespace tangram::apps {

namespace {

struct Calls {
    std::uint64_t begun_with = 0;
    std::uint64_t done = 0;
};

class Counter final : public Progress {
  public:
    explicit Counter(Calls& calls) : calls_(calls) {}
    void begin(std::uint64_t tasks) override { calls_.begun_with = tasks; }
    void task_done() noexcept override { ++calls_.done; }
    void end() override {}

  private:
    Calls& calls_;
};

} // namespace

TEST(RunsProgress, ComputationsCountByTheirFlops) {
    Calls calls;
    RunsProgress progress(std::make_unique<Counter>(calls), 2);
    EXPECT_EQ(calls.begun_with, 2U);
    progress.run_begins(400);
    progress.computation_ends(100);
    EXPECT_EQ(calls.done, 249U); // a quarter, of what is shown before the end
    progress.computation_ends(100);
    EXPECT_EQ(calls.done, 499U);
    progress.run_ends();
    EXPECT_EQ(calls.done, 1000U);
    progress.run_begins(4);
    progress.computation_ends(3);
    EXPECT_EQ(calls.done, 1749U);
}

TEST(RunsProgress, NeitherMoreFlopsNorNoneGoBeyondTheRun) {
    Calls calls;
    RunsProgress progress(std::make_unique<Counter>(calls), 2);
    progress.run_begins(3);
    for (int k = 0; k < 10; ++k) {
        progress.computation_ends(1);
    }
    EXPECT_EQ(calls.done, 999U) << "the run has not ended";
    progress.run_ends();
    progress.run_begins(0);
    progress.computation_ends(0);
    EXPECT_EQ(calls.done, 1000U);
    progress.run_ends();
    EXPECT_EQ(calls.done, 2000U);
}

TEST(RunsProgress, WithoutALineNothingHappens) {
    RunsProgress progress(nullptr, 1);
    progress.run_begins(1);
    progress.computation_ends(1);
    progress.run_ends();
}

} // namespace tangram::apps
