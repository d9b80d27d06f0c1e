#include "apps/command/runs_progress.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tangram::apps {

namespace {

class Counter final : public Progress {
  public:
    void begin(std::uint64_t) override {}
    void task_done() noexcept override { ++calls_; }
    void end() override {}
    [[nodiscard]] std::uint64_t calls() const { return calls_; }

  private:
    std::uint64_t calls_ = 0;
};

} // namespace

TEST(RunsProgress, ComputationsCountByTheirFlops) {
    Counter counter;
    RunsProgress progress(&counter);
    progress.run_begins(400);
    progress.computation_ends(100);
    EXPECT_EQ(counter.calls(), 249U); // a quarter, of what is shown before the end
    progress.computation_ends(100);
    EXPECT_EQ(counter.calls(), 499U);
    progress.run_ends();
    EXPECT_EQ(counter.calls(), 1000U);
    progress.run_begins(4);
    progress.computation_ends(3);
    EXPECT_EQ(counter.calls(), 1749U);
}

TEST(RunsProgress, NeitherMoreFlopsNorNoneGoBeyondTheRun) {
    Counter counter;
    RunsProgress progress(&counter);
    progress.run_begins(3);
    for (int k = 0; k < 10; ++k) {
        progress.computation_ends(1);
    }
    EXPECT_EQ(counter.calls(), 999U) << "the run has not ended";
    progress.run_ends();
    progress.run_begins(0);
    progress.computation_ends(0);
    EXPECT_EQ(counter.calls(), 1000U);
    progress.run_ends();
    EXPECT_EQ(counter.calls(), 2000U);
}

TEST(RunsProgress, WithoutALineNothingHappens) {
    RunsProgress progress(nullptr);
    progress.run_begins(1);
    progress.computation_ends(1);
    progress.run_ends();
}

} // namespace tangram::apps
