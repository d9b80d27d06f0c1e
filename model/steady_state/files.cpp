#include "model/steady_state/files.hpp"

#include <algorithm>

namespace tangram::model::steady_state {

namespace {

/// The least of an output's counts; there is one, as each tree has a leaf.
Integer fewest_outputs(const TaskTree& tree, const std::vector<Integer>& by_file) {
    std::vector<Integer> outputs;
    for (std::size_t file = 0; file < tree.files.size(); ++file) {
        if (tree.files[file].is_output()) {
            outputs.push_back(by_file[file]);
        }
    }
    return *std::min_element(outputs.begin(), outputs.end());
}

} // namespace

std::vector<std::size_t> files_in_order(const TaskTree& tree) {
    const std::vector<std::size_t> tasks = topological_order(tree);
    std::vector<std::size_t> files{input_of(tree, tasks.front())};
    for (const std::size_t task : tasks) {
        const std::vector<std::size_t> outputs = outputs_of(tree, task);
        files.insert(files.end(), outputs.begin(), outputs.end());
    }
    return files;
}

bool is_always_at(const Problem& problem, std::size_t processor, std::size_t file) {
    return problem.tree.files[file].is_input() && is_master(problem.platform, processor);
}

bool ends_at(const Problem& problem, std::size_t processor, std::size_t file) {
    return problem.tree.files[file].is_output() && problem.gather.value_or(processor) == processor;
}

Integer jobs_done(const Problem& problem, const std::vector<std::vector<Integer>>& ended) {
    const TaskTree& tree = problem.tree;
    if (problem.gather) {
        return fewest_outputs(tree, ended[*problem.gather]);
    }
    Integer joint;
    std::vector<Integer> by_file(tree.files.size());
    for (const std::vector<Integer>& at_processor : ended) {
        joint += fewest_outputs(tree, at_processor);
        for (std::size_t file = 0; file < tree.files.size(); ++file) {
            by_file[file] += at_processor[file];
        }
    }
    return problem.ends == Ends::joint ? joint : fewest_outputs(tree, by_file);
}

} // namespace tangram::model::steady_state
