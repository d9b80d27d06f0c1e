#include "sched/affinity/outer_growth.hpp"

namespace tangram::sched {

OuterGrowth::OuterGrowth(const AffinityProblem& problem)
    : rows_count_(problem.rows), columns_count_(problem.columns), remaining_(problem.tasks()),
      open_by_row_(rows_count_, columns_count_, true), open_by_column_(columns_count_, rows_count_, true),
      rows_(problem.processors, rows_count_), columns_(problem.processors, columns_count_),
      unknown_rows_(problem.processors, Bag::of(rows_count_)),
      unknown_columns_(problem.processors, Bag::of(columns_count_)) {}

std::vector<TaskNumber> OuterGrowth::open_tasks_beyond(Node processor) const {
    std::vector<TaskNumber> tasks;
    for (const std::uint32_t i : unknown_rows(processor)) {
        for (std::size_t w = 0; w < columns_.words(); ++w) {
            BitMatrix::for_each_bit(open_by_row_.word(i, w) & ~columns_.word(processor, w), w,
                                    [&](std::uint32_t j) { tasks.push_back(task(i, j)); });
        }
    }
    return tasks;
}

std::uint64_t OuterGrowth::grow(Node processor, std::uint32_t i, std::uint32_t j, std::vector<TaskNumber>& tasks) {
    std::uint64_t sent = 0;
    if (!rows_.test(processor, i)) {
        rows_.set(processor, i);
        ++sent;
        for (std::size_t w = 0; w < columns_.words(); ++w) {
            BitMatrix::for_each_bit(open_by_row_.word(i, w) & columns_.word(processor, w), w,
                                    [&](std::uint32_t column) { give(i, column, tasks); });
        }
    }
    if (!columns_.test(processor, j)) {
        columns_.set(processor, j);
        ++sent;
        for (std::size_t w = 0; w < rows_.words(); ++w) {
            BitMatrix::for_each_bit(open_by_column_.word(j, w) & rows_.word(processor, w), w,
                                    [&](std::uint32_t row) { give(row, j, tasks); });
        }
    }
    return sent;
}

std::uint64_t OuterGrowth::send(Node processor, TaskNumber task) {
    const std::uint32_t i = row(task);
    const std::uint32_t j = column(task);
    const int sent = (rows_.test(processor, i) ? 0 : 1) + (columns_.test(processor, j) ? 0 : 1);
    rows_.set(processor, i);
    columns_.set(processor, j);
    --remaining_;
    return static_cast<std::uint64_t>(sent);
}

std::optional<std::uint32_t> OuterGrowth::unknown(const BitMatrix& known, Bag& candidates, Node processor, Dice& dice) {
    return candidates.any_of([&](std::uint32_t line) { return !known.test(processor, line); }, dice);
}

std::vector<std::uint32_t> OuterGrowth::missing(const BitMatrix& known, std::uint32_t count, Node processor) {
    std::vector<std::uint32_t> lines;
    for (std::uint32_t line = 0; line < count; ++line) {
        if (!known.test(processor, line)) {
            lines.push_back(line);
        }
    }
    return lines;
}

bool OuterGrowth::meet(const BitMatrix& open, std::size_t line, const BitMatrix& known, Node processor) {
    for (std::size_t w = 0; w < open.words(); ++w) {
        if ((open.word(line, w) & known.word(processor, w)) != 0) {
            return true;
        }
    }
    return false;
}

void OuterGrowth::give(std::uint32_t i, std::uint32_t j, std::vector<TaskNumber>& tasks) {
    open_by_row_.reset(i, j);
    open_by_column_.reset(j, i);
    --remaining_;
    tasks.push_back(task(i, j));
}

} // namespace tangram::sched
