#pragma once

/// One job of the stream: a tree of tasks that pass files on.

#include "model/steady_state/rational.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state {

struct Task {
    std::string name;
    Rational weight;
};

/// The end of a file that is no task: `begin`, which makes the root's input, or `end`, which takes a leaf's output.
inline constexpr std::size_t outside = static_cast<std::size_t>(-1);

/// An edge of the tree. `from` makes one file in each job, `to` reads it.
struct File {
    std::size_t from; ///< task, or `outside`: the input of the root
    std::size_t to;   ///< task, or `outside`: the output of a leaf
    Rational data;    ///< size; 0: it takes no time to send

    [[nodiscard]] bool is_input() const { return from == outside; }
    [[nodiscard]] bool is_output() const { return to == outside; }
};

struct TaskTree {
    std::vector<Task> tasks;
    std::vector<File> files;
};

/// Throws InvalidInput unless the tree has tasks, each with a name of its own (not empty, not `begin` or `end`), a
/// positive weight and exactly one file that it reads; one task, the root, reads the input; no cycle; each leaf makes
/// exactly one output and no other task does; and no data are negative. O(size).
void require_valid(const TaskTree& tree);

/// "begin->T1", "T1->T2", "T3->end".
[[nodiscard]] std::string name_of(const TaskTree& tree, const File& file);

/// The file that a task reads. O(files).
[[nodiscard]] std::size_t input_of(const TaskTree& tree, std::size_t task);

/// The files that a task makes, in the tree's order. O(files).
[[nodiscard]] std::vector<std::size_t> outputs_of(const TaskTree& tree, std::size_t task);

/// The tasks so that each stands behind the one whose file it reads. The tree must be valid. O(tasks + files).
[[nodiscard]] std::vector<std::size_t> topological_order(const TaskTree& tree);

} // namespace tangram::model::steady_state
