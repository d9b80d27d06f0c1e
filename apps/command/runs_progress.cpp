#include "apps/command/runs_progress.hpp"

#include <algorithm>
#include <utility>

namespace tangram::apps {

RunsProgress::RunsProgress(std::unique_ptr<Progress> line, std::uint64_t runs) : line_(std::move(line)) {
    if (line_) {
        line_->begin(runs);
    }
}

void RunsProgress::run_begins(std::int64_t flops) {
    flops_ = flops;
    done_ = 0;
    part_ = 0;
}

void RunsProgress::computation_ends(std::int64_t flops) {
    done_ += flops;
    const double done = flops_ > 0 ? static_cast<double>(done_) / static_cast<double>(flops_) : 0;
    advance(static_cast<std::uint64_t>(std::min(done, 1.0) * static_cast<double>(parts - 1)));
}

void RunsProgress::run_ends() {
    advance(parts);
}

void RunsProgress::advance(std::uint64_t part) {
    for (; part_ < part; ++part_) {
        if (line_) {
            line_->task_done();
        }
    }
}

} // namespace tangram::apps
