#include "sched/ready/task_lists.hpp"

namespace tangram::sched {

std::uint32_t TaskLists::free_slot() {
    if (first_free_ == none) {
        slots_.emplace_back();
        return static_cast<std::uint32_t>(slots_.size() - 1);
    }
    const std::uint32_t slot = first_free_;
    first_free_ = slots_[slot].next;
    return slot;
}

TaskLists::Ticket TaskLists::append(const Task& task, std::size_t list) {
    const std::uint32_t index = free_slot();
    Slot& slot = slots_[index];
    slot.task = task;
    slot.list = list;
    slot.previous = tails_[list];
    slot.next = none;
    (slot.previous == none ? heads_[list] : slots_[slot.previous].next) = index;
    tails_[list] = index;
    ++size_;
    return {index, slot.generation};
}

Task TaskLists::take(Ticket ticket) {
    Slot& slot = slots_[ticket.slot];
    (slot.previous == none ? heads_[slot.list] : slots_[slot.previous].next) = slot.next;
    (slot.next == none ? tails_[slot.list] : slots_[slot.next].previous) = slot.previous;
    ++slot.generation;
    slot.next = first_free_;
    first_free_ = ticket.slot;
    --size_;
    return slot.task;
}

} // namespace tangram::sched
