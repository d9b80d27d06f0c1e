#include "model/steady_state/problem.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/checks.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>

namespace tangram::model::steady_state {

namespace {

std::unordered_map<std::string_view, std::size_t> indices(const std::vector<Task>& tasks) {
    std::unordered_map<std::string_view, std::size_t> index;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        index.emplace(tasks[k].name, k);
    }
    return index;
}

/// The sum; nothing if one is impossible.
std::optional<Rational> sum(const std::vector<std::optional<Rational>>& times) {
    Rational total;
    for (const std::optional<Rational>& time : times) {
        if (!time) {
            return std::nullopt;
        }
        total += *time;
    }
    return total;
}

/// A job as one task.
TaskTree as_one_task(const TaskTree& tree) {
    Task job{std::string(whole_job), 0};
    for (const Task& task : tree.tasks) {
        job.weight += task.weight;
    }
    Rational input;
    Rational output;
    for (const File& file : tree.files) {
        input += file.is_input() ? file.data : Rational();
        output += file.is_output() ? file.data : Rational();
    }
    return {{job}, {{outside, 0, input}, {0, outside, output}}};
}

} // namespace

void require_valid(const Problem& problem) {
    const Platform& platform = problem.platform;
    require_valid(platform);
    require_valid(problem.tree);
    const std::unordered_map<std::string_view, std::size_t> tasks = indices(problem.tree.tasks);
    for (const SpecialTime& special : platform.times) {
        if (!tasks.contains(special.task)) {
            throw InvalidInput(fmt::format("times of '{}': {}", excerpt(platform.processors[special.processor].name),
                                           unknown_name("task", special.task, names_of(problem.tree.tasks))));
        }
    }
    if (problem.gather && *problem.gather >= platform.processors.size()) {
        throw InvalidInput(fmt::format("outputs are gathered at processor number {} of {}, counted from 0",
                                       *problem.gather, platform.processors.size()));
    }
}

std::vector<std::vector<std::optional<Rational>>> durations(const Problem& problem) {
    const std::vector<Task>& tasks = problem.tree.tasks;
    std::vector<std::vector<std::optional<Rational>>> times;
    times.reserve(problem.platform.processors.size());
    for (const Processor& processor : problem.platform.processors) {
        std::vector<std::optional<Rational>>& row = times.emplace_back(tasks.size());
        for (std::size_t k = 0; processor.w && k < tasks.size(); ++k) {
            row[k] = tasks[k].weight * *processor.w;
        }
    }
    const std::unordered_map<std::string_view, std::size_t> index = indices(tasks);
    for (const SpecialTime& special : problem.platform.times) {
        times[special.processor][index.at(special.task)] = special.time;
    }
    return times;
}

Problem coarse(const Problem& problem) {
    Problem whole{problem.platform, as_one_task(problem.tree), problem.gather, problem.ends};
    whole.platform.times.clear();
    const std::vector<std::vector<std::optional<Rational>>> times = durations(problem);
    for (std::size_t p = 0; p < times.size(); ++p) {
        whole.platform.times.push_back({p, std::string(whole_job), sum(times[p])});
    }
    return whole;
}

} // namespace tangram::model::steady_state
