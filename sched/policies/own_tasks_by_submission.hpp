#pragma once

/// Own tasks as they became ready, and nothing else: a node steals as soon as none of them is ready, single tasks, as
/// the nodes of Eyraud-Dubois and Lambert (2018, section 4.2.1) do.

#include "sched/policies/own_tasks.hpp"

#include <optional>

namespace tangram::sched {

class OwnTasksBySubmission final : public OwnTasks {
  public:
    bool hand_on(PlannedTasks& /*tasks*/, const Task& /*task*/) override { return false; }

    void add(const PlannedTasks& /*tasks*/, Ticket /*ticket*/) override {}

    std::optional<Ticket> next(const PlannedTasks& tasks, Node node) override {
        return tasks.ready().lists().first(node);
    }

    [[nodiscard]] bool waits(const PlannedTasks& /*tasks*/, Node /*node*/) const override { return false; }

    std::optional<Ticket> reserved(const PlannedTasks& /*tasks*/, Node /*thief*/, const MayTake& /*pays*/) override {
        return std::nullopt;
    }

    void handed_out(PlannedTasks& /*tasks*/, const Task& /*task*/, Node /*owner*/, Node /*node*/) override {}
};

} // namespace tangram::sched
