#pragma once

/// How far several runs have come: whole runs, and the part of the present one, by the flops of its computations.

#include "apps/gemm/support/progress.hpp"

#include <cstdint>
#include <memory>

namespace tangram::apps {

class RunsProgress {
  public:
    /// Calls of Progress::task_done() for each run.
    static constexpr std::uint64_t parts = 1000;

    /// line: null if none is shown; else it begins.
    RunsProgress(std::unique_ptr<Progress> line, std::uint64_t runs);

    /// The next run begins, of so many flops. They may be an estimate: with more the run is nearly done until it ends.
    void run_begins(std::int64_t flops);
    void computation_ends(std::int64_t flops);
    void run_ends();

  private:
    void advance(std::uint64_t part);

    std::unique_ptr<Progress> line_;
    std::int64_t flops_ = 0; ///< of the present run
    std::int64_t done_ = 0;  ///< flops of computations that have ended
    std::uint64_t part_ = 0; ///< of the present run, as shown
};

} // namespace tangram::apps
