#include "model/steady_state/task_tree.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tangram::model::steady_state {

namespace {

std::string shown(const TaskTree& tree, std::size_t task) {
    return fmt::format("tasks[{}] '{}'", task, excerpt(tree.tasks[task].name));
}

void require_tasks(const TaskTree& tree) {
    if (tree.tasks.empty()) {
        throw InvalidInput("the tree has no task");
    }
    require_distinct("tasks", names_of(tree.tasks));
    for (std::size_t k = 0; k < tree.tasks.size(); ++k) {
        if (tree.tasks[k].name == "begin" || tree.tasks[k].name == "end") {
            throw InvalidInput(fmt::format("{}: no task may be called 'begin' or 'end'", shown(tree, k)));
        }
        require_positive(fmt::format("{}: weight", shown(tree, k)), tree.tasks[k].weight);
    }
}

void require_files(const TaskTree& tree) {
    for (std::size_t e = 0; e < tree.files.size(); ++e) {
        const File& file = tree.files[e];
        for (const std::size_t task : {file.from, file.to}) {
            if (task != outside && task >= tree.tasks.size()) {
                throw InvalidInput(
                    fmt::format("files[{}]: task number {} of {}, counted from 0", e, task, tree.tasks.size()));
            }
        }
        if (file.is_input() && file.is_output()) {
            throw InvalidInput(fmt::format("files[{}] leads from 'begin' to 'end': a task must make or read it", e));
        }
        if (file.data < 0) {
            throw InvalidInput(fmt::format("files[{}] {}: data must not be negative, as {} is", e,
                                           excerpt(name_of(tree, file)), excerpt(to_text(file.data))));
        }
    }
}

/// How many files of some kind each task has.
template <class TaskOf> std::vector<std::size_t> counts(const TaskTree& tree, const TaskOf& task_of) {
    std::vector<std::size_t> result(tree.tasks.size(), 0);
    for (const File& file : tree.files) {
        if (const std::size_t task = task_of(file); task != outside) {
            ++result[task];
        }
    }
    return result;
}

void require_one_input_each(const TaskTree& tree) {
    const std::vector<std::size_t> read = counts(tree, [](const File& file) { return file.to; });
    for (std::size_t k = 0; k < read.size(); ++k) {
        if (read[k] != 1) {
            throw InvalidInput(
                fmt::format("{} reads {} files: each task of a tree reads one", shown(tree, k), read[k]));
        }
    }
    const auto roots = std::count_if(tree.files.begin(), tree.files.end(), [](const File& f) { return f.is_input(); });
    if (roots != 1) {
        throw InvalidInput(fmt::format("{} files from 'begin': one task, the root, reads the input", roots));
    }
}

void require_outputs_of_leaves(const TaskTree& tree) {
    const std::vector<std::size_t> made = counts(tree, [](const File& file) { return file.from; });
    const std::vector<std::size_t> outputs =
        counts(tree, [](const File& file) { return file.is_output() ? file.from : outside; });
    for (std::size_t k = 0; k < made.size(); ++k) {
        if (made[k] == 0) {
            throw InvalidInput(fmt::format("{} makes no file: a leaf makes one to 'end'", shown(tree, k)));
        }
        if (outputs[k] > 0 && made[k] > 1) {
            throw InvalidInput(
                fmt::format("{} makes {} files, {} of them to 'end': a leaf makes one to 'end' and no other",
                            shown(tree, k), made[k], outputs[k]));
        }
    }
}

/// Tasks that the root's files reach, each behind the one whose file it reads. All but those of cycles, where each task
/// reads one file.
std::vector<std::size_t> reached_tasks(const TaskTree& tree) {
    std::vector<std::vector<std::size_t>> readers(tree.tasks.size());
    std::vector<std::size_t> order;
    for (const File& file : tree.files) {
        if (!file.is_output()) {
            (file.is_input() ? order : readers[file.from]).push_back(file.to);
        }
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
        const std::vector<std::size_t>& more = readers[order[next]];
        order.insert(order.end(), more.begin(), more.end());
    }
    return order;
}

void require_no_cycle(const TaskTree& tree) {
    std::vector<bool> is_reached(tree.tasks.size(), false);
    for (const std::size_t task : reached_tasks(tree)) {
        is_reached[task] = true;
    }
    const auto missing = std::find(is_reached.begin(), is_reached.end(), false);
    if (missing != is_reached.end()) {
        throw InvalidInput(fmt::format("{} reads a file that does not come from the root: there is a cycle of files",
                                       shown(tree, static_cast<std::size_t>(missing - is_reached.begin()))));
    }
}

} // namespace

void require_valid(const TaskTree& tree) {
    require_tasks(tree);
    require_files(tree);
    require_one_input_each(tree);
    require_no_cycle(tree);
    require_outputs_of_leaves(tree);
}

std::string name_of(const TaskTree& tree, const File& file) {
    return fmt::format("{}->{}", file.is_input() ? "begin" : tree.tasks[file.from].name,
                       file.is_output() ? "end" : tree.tasks[file.to].name);
}

std::size_t input_of(const TaskTree& tree, std::size_t task) {
    const auto input =
        std::find_if(tree.files.begin(), tree.files.end(), [&](const File& file) { return file.to == task; });
    return static_cast<std::size_t>(input - tree.files.begin());
}

std::vector<std::size_t> outputs_of(const TaskTree& tree, std::size_t task) {
    std::vector<std::size_t> outputs;
    for (std::size_t e = 0; e < tree.files.size(); ++e) {
        if (tree.files[e].from == task) {
            outputs.push_back(e);
        }
    }
    return outputs;
}

std::vector<std::size_t> topological_order(const TaskTree& tree) {
    return reached_tasks(tree);
}

} // namespace tangram::model::steady_state
