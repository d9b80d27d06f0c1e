#pragma once

/// The tasks of a program on two accelerators and a core, 10 times slower, for scenes by hand.

#include "sched/graph/program_state.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched::graph {

class ProgramStateScene : public testing::Test {
  protected:
    explicit ProgramStateScene(const ProgramState::Rules& rules = {}) : program_(machine(), places_, rules) {}

    static constexpr Node first = 1;
    static constexpr Node second = 2;

    /// Data 0 to 9 are on the first accelerator, others on the second one; so are the owners of tasks that update them.
    class Places : public DataPlaces {
      public:
        [[nodiscard]] State state(DataId data, Node node) const override {
            return node == (data < 10 ? first : second) ? State::there : State::absent;
        }
        [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }
    };

    TaskId submit(const std::vector<Use>& uses) { return program_.submitted(uses, seconds_, 0); }

    TaskId make_ready(const std::vector<Use>& uses) {
        const TaskId id = submit(uses);
        program_.ready(id);
        return id;
    }

    [[nodiscard]] MachineView machine() const {
        return {.workers = {{home, 0}, {first, 1}, {second, 1}},
                .links = {{}, {.bandwidth = 1}, {.bandwidth = 1}},
                .clock = [this] { return now_; }};
    }

    double now_ = 0; ///< seconds
    Places places_;
    ProgramState program_;
    const Seconds seconds_{10, 1};
};

} // namespace tangram::sched::graph
