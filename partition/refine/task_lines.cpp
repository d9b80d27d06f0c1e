#include "partition/refine/task_lines.hpp"

#include <algorithm>

namespace tangram::partition {

TaskLines::TaskLines(const Allocation& allocation, const Problem& problem)
    : grid_{allocation.rows, allocation.columns, allocation.layers}, c_factor_(problem.c_factor),
      owners_(allocation.owners), counts_(allocation.tile_counts()) {
    const std::size_t c_lines = allocation.is_3d() ? grid_.rows * grid_.columns : 0;
    members_.resize((grid_.rows + grid_.columns) * grid_.layers + c_lines);
    for (std::size_t p = 0; p < processors(); ++p) {
        weights_.push_back(problem.weight(p));
    }
    std::array<std::size_t, 3> buffer{};
    for (std::size_t task = 0; task < tasks(); ++task) {
        for (std::size_t line : lines_through(task, buffer)) {
            if (find_or_add(line, owners_[task]).tasks++ == 0) {
                cost_ += price(line, owners_[task]);
            }
        }
    }
}

std::span<const std::size_t> TaskLines::lines_through(std::size_t task, std::array<std::size_t, 3>& buffer) const {
    const std::size_t k = task % grid_.layers;
    const std::size_t column = task / grid_.layers;
    const std::size_t i = column / grid_.columns;
    const std::size_t j = column % grid_.columns;
    buffer = {i * grid_.layers + k, (grid_.rows + j) * grid_.layers + k,
              (grid_.rows + grid_.columns) * grid_.layers + column};
    return std::span<const std::size_t>(buffer).first(grid_.layers > 1 ? 3 : 2);
}

TaskLines::Line TaskLines::line(std::size_t number) const {
    const std::size_t layers = grid_.layers;
    const std::size_t across = number / layers;
    const std::size_t k = number % layers;
    if (across < grid_.rows) {
        return {across * grid_.columns * layers + k, layers, grid_.columns};
    }
    if (across < grid_.rows + grid_.columns) {
        return {(across - grid_.rows) * layers + k, grid_.columns * layers, grid_.rows};
    }
    return {(number - (grid_.rows + grid_.columns) * layers) * layers, 1, layers};
}

const TaskLines::Member* TaskLines::member(std::size_t line, std::size_t processor) const {
    const auto& members = members_[line];
    const auto found = std::ranges::lower_bound(members, processor, {}, &Member::processor);
    return found != members.end() && found->processor == processor ? &*found : nullptr;
}

std::size_t TaskLines::tasks_on(std::size_t line, std::size_t processor) const {
    const Member* const found = member(line, processor);
    return found == nullptr ? 0 : found->tasks;
}

TaskLines::Member& TaskLines::find_or_add(std::size_t line, std::size_t processor) {
    auto& members = members_[line];
    const auto found = std::ranges::lower_bound(members, processor, {}, &Member::processor);
    if (found != members.end() && found->processor == processor) {
        return *found;
    }
    return *members.insert(found, Member{static_cast<std::uint32_t>(processor), 0});
}

double TaskLines::price(std::size_t line, std::size_t processor) const {
    const bool is_c = line >= (grid_.rows + grid_.columns) * grid_.layers;
    return is_c ? c_factor_ * weights_[processor] : weights_[processor];
}

void TaskLines::admit_free() {
    for (std::size_t p = 0; p < processors(); ++p) {
        for (std::size_t line = 0; line < lines() && weights_[p] == 0; ++line) {
            (void)find_or_add(line, p);
        }
    }
}

void TaskLines::set_open(std::size_t line, std::size_t processor, bool is_open) {
    find_or_add(line, processor).is_open = is_open;
}

void TaskLines::prune(std::size_t line) {
    std::erase_if(members_[line],
                  [&](const Member& member) { return member.tasks == 0 && weights_[member.processor] > 0; });
}

void TaskLines::move(std::size_t task, std::size_t processor) {
    std::array<std::size_t, 3> buffer{};
    for (std::size_t line : lines_through(task, buffer)) {
        if (--find_or_add(line, owners_[task]).tasks == 0) {
            cost_ -= price(line, owners_[task]);
        }
        if (find_or_add(line, processor).tasks++ == 0) {
            cost_ += price(line, processor);
        }
    }
    --counts_[owners_[task]];
    ++counts_[processor];
    owners_[task] = processor;
}

} // namespace tangram::partition
