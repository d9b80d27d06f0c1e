#pragma once

/// Ready tasks in lists, each in the order in which its tasks became ready: the
/// first and the last of a list, or any task known by its ticket, are taken in O(1).

#include "sched/base/task.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

class TaskLists {
  public:
    /// Names a task for as long as it is in a list; never means another one later.
    struct Ticket {
        std::uint32_t slot;
        std::uint32_t generation;
        bool operator==(const Ticket&) const = default;
    };

    explicit TaskLists(std::size_t lists) : heads_(lists, none), tails_(lists, none) {}

    /// Appends the task to a list. O(1), amortised.
    Ticket append(const Task& task, std::size_t list);

    /// Takes the task out of its list. O(1).
    Task take(Ticket ticket);

    [[nodiscard]] bool contains(Ticket ticket) const {
        return ticket.slot < slots_.size() && slots_[ticket.slot].generation == ticket.generation;
    }

    /// The ticket must be valid.
    [[nodiscard]] const Task& task(Ticket ticket) const { return slots_[ticket.slot].task; }
    [[nodiscard]] std::size_t list(Ticket ticket) const { return slots_[ticket.slot].list; }

    [[nodiscard]] std::optional<Ticket> first(std::size_t list) const { return ticket(heads_[list]); }
    [[nodiscard]] std::optional<Ticket> last(std::size_t list) const { return ticket(tails_[list]); }
    [[nodiscard]] std::optional<Ticket> following(Ticket t) const { return ticket(slots_[t.slot].next); }

    [[nodiscard]] std::size_t size() const { return size_; } ///< tasks in all lists

  private:
    static constexpr std::uint32_t none = UINT32_MAX;

    struct Slot {
        Task task{};
        std::size_t list = 0;
        std::uint32_t previous = none;
        std::uint32_t next = none; ///< in the list, or the next free slot
        std::uint32_t generation = 0;
    };

    [[nodiscard]] std::optional<Ticket> ticket(std::uint32_t slot) const {
        return slot == none ? std::nullopt : std::optional(Ticket{slot, slots_[slot].generation});
    }
    std::uint32_t free_slot();

    std::vector<Slot> slots_;
    std::uint32_t first_free_ = none;
    std::vector<std::uint32_t> heads_;
    std::vector<std::uint32_t> tails_;
    std::size_t size_ = 0;
};

} // namespace tangram::sched
