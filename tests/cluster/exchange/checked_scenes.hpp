#pragma once

/// Scenes of processes that start without load, and what the checker says of them, printed.

#include "model_checker.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tangram::exchange {

/// arguments: of each process, after its number and the initial loads.
template <class Process, class... Arguments>
Scene<Process> scene_of(const std::vector<int>& decisions, const Arguments&... arguments) {
    Scene<Process> scene;
    scene.decisions = decisions;
    for (int process = 0; process < static_cast<int>(decisions.size()); ++process) {
        scene.processes.emplace_back(process, std::vector<Load>(decisions.size()), arguments...);
    }
    return scene;
}

template <class Process> Verdict printed(std::string_view title, const Scene<Process>& scene) {
    Verdict verdict = checked(scene);
    fmt::print("{}, decisions ({}): {} states{}{}\n", title, fmt::join(scene.decisions, ","), verdict.states,
               verdict.fault.empty() ? "" : ", ", verdict.fault);
    for (std::size_t line = 0; line < verdict.trace.size(); ++line) {
        fmt::print("{:4} {}\n", line + 1, verdict.trace[line]);
    }
    return verdict;
}

} // namespace tangram::exchange
