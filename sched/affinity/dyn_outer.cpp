#include "sched/affinity/dyn_outer.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace tangram::sched {

std::uint64_t DynOuter::next(Node processor, std::vector<TaskNumber>& tasks) {
    if (growth_.remaining() == 0) {
        return 0;
    }
    const TaskNumber pair = draw(processor);
    const std::size_t before = tasks.size();
    const std::uint64_t sent = growth_.grow(processor, growth_.row(pair), growth_.column(pair), tasks);
    given(tasks, before);
    return sent;
}

TaskNumber DynUnprocessedOuter::draw(Node processor) {
    const auto is_beyond = [&](TaskNumber task) {
        return !growth_.knows_row(processor, growth_.row(task)) &&
               !growth_.knows_column(processor, growth_.column(task));
    };
    std::optional<Bag>& suitable = suitable_[processor];
    for (int trial = 0; !suitable && trial < trials; ++trial) {
        if (const TaskNumber task = any_task(); is_beyond(task)) {
            return task;
        }
    }
    if (!suitable) {
        suitable = Bag(growth_.open_tasks_beyond(processor));
    }
    const auto suits = [&](TaskNumber task) { return growth_.is_open(task) && is_beyond(task); };
    const std::optional<TaskNumber> task = suitable->any_of(suits, dice_);
    return task ? *task : any_task();
}

void DynUsefulOuter::given(const std::vector<TaskNumber>& tasks, std::size_t first) {
    for (std::size_t task = first; task < tasks.size(); ++task) {
        --remaining_in_row_[growth_.row(tasks[task])];
        --remaining_in_column_[growth_.column(tasks[task])];
    }
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
        return any_task();
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
TaskNumber DynUsefulOuter::draw_counted(Node processor) {
    std::vector<std::uint32_t> rows = or_first(growth_.unknown_rows(processor));
    const auto other_rows = std::stable_partition(rows.begin(), rows.end(), [&](std::uint32_t i) {
        return remaining_in_row_[i] > 0 && growth_.row_is_useful(processor, i);
    });
    const std::vector<std::uint32_t> columns = or_first(growth_.unknown_columns(processor));
    std::vector<std::uint32_t> useful_columns;
    std::copy_if(columns.begin(), columns.end(), std::back_inserter(useful_columns), [&](std::uint32_t j) {
        return remaining_in_column_[j] > 0 && growth_.column_is_useful(processor, j);
    });

    const auto useful_rows = static_cast<std::size_t>(other_rows - rows.begin());
    const std::size_t with_row = useful_rows * columns.size();
    const std::size_t pairs = with_row + (rows.size() - useful_rows) * useful_columns.size();
    if (pairs == 0) {
        return any_task();
    }
    const std::size_t number = dice_.below(pairs);
    return number < with_row ? growth_.task(rows[number % useful_rows], columns[number / useful_rows])
                             : growth_.task(rows[useful_rows + (number - with_row) / useful_columns.size()],
                                            useful_columns[(number - with_row) % useful_columns.size()]);
}

} // namespace tangram::sched
