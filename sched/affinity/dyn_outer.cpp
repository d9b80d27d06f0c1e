#include "sched/affinity/dyn_outer.hpp"

#include <optional>
#include <set>

namespace tangram::sched {

std::uint64_t DynOuter::next(Node processor, std::vector<TaskNumber>& tasks) {
    if (open_.size() == 0) {
        return 0;
    }
    const TaskNumber pair = draw(processor);
    const std::size_t before = tasks.size();
    const std::uint64_t sent = growth_.grow(processor, growth_.row(pair), growth_.column(pair), tasks);
    for (std::size_t given = before; given < tasks.size(); ++given) {
        open_.remove(tasks[given]);
    }
    return sent;
}

TaskNumber DynUnprocessedOuter::draw(Node processor) {
    for (int trial = 0; trial < trials; ++trial) {
        const TaskNumber task = open_.any(dice_);
        if (!growth_.knows_row(processor, growth_.row(task)) &&
            !growth_.knows_column(processor, growth_.column(task))) {
            return task;
        }
    }
    const std::vector<TaskNumber> suitable = growth_.tasks_left_beyond(processor);
    return suitable.empty() ? open_.any(dice_) : suitable[dice_.below(suitable.size())];
}

namespace {

std::vector<std::uint32_t> or_first(std::vector<std::uint32_t> lines) {
    if (lines.empty()) {
        lines.push_back(0);
    }
    return lines;
}

} // namespace

TaskNumber DynUsefulOuter::draw(Node processor) {
    if (growth_.knows_nothing(processor)) {
        return open_.any(dice_);
    }
    for (int trial = 0; trial < trials; ++trial) {
        const std::optional<std::uint32_t> i = growth_.unknown_row(processor, dice_);
        const std::optional<std::uint32_t> j = growth_.unknown_column(processor, dice_);
        if (!i || !j) {
            break;
        }
        if (growth_.row_is_useful(processor, *i) || growth_.column_is_useful(processor, *j)) {
            return growth_.task(*i, *j);
        }
    }
    return draw_counted(processor);
}

/// A useful row with any unknown column, or another unknown row with a useful column, all
/// such pairs alike. Where all columns (rows) are known, with the first one.
///
/// It looks at all tasks that are left, which is rare: less than once for every two tasks of the whole
/// product, from 20 to 10000 processors (measured; N = 4000).
TaskNumber DynUsefulOuter::draw_counted(Node processor) {
    std::set<std::uint32_t> useful_rows;
    std::set<std::uint32_t> useful_columns;
    for (std::size_t place = 0; place < open_.size(); ++place) {
        const std::uint32_t i = growth_.row(open_[place]);
        const std::uint32_t j = growth_.column(open_[place]);
        if (growth_.knows_column(processor, j)) {
            useful_rows.insert(i);
        } else if (growth_.knows_row(processor, i)) {
            useful_columns.insert(j);
        }
    }
    if (useful_rows.empty() && useful_columns.empty()) {
        return open_.any(dice_);
    }
    const std::vector<std::uint32_t> rows(useful_rows.begin(), useful_rows.end());
    const std::vector<std::uint32_t> columns(useful_columns.begin(), useful_columns.end());
    const std::vector<std::uint32_t> any_column = or_first(growth_.unknown_columns(processor));
    std::vector<std::uint32_t> other_rows = growth_.unknown_rows(processor);
    const bool knows_all_rows = other_rows.empty();
    std::erase_if(other_rows, [&](std::uint32_t i) { return useful_rows.contains(i); });
    if (knows_all_rows) {
        other_rows = or_first({});
    }
    const std::size_t with_row = rows.size() * any_column.size();
    const std::size_t number = dice_.below(with_row + other_rows.size() * columns.size());
    return number < with_row ? growth_.task(rows[number % rows.size()], any_column[number / rows.size()])
                             : growth_.task(other_rows[(number - with_row) / columns.size()],
                                            columns[(number - with_row) % columns.size()]);
}

} // namespace tangram::sched
