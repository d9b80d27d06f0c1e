#pragma once

/// The mechanism of increments (Guermouche and L'Excellent 2005, sections 2.2 and 2.3, algorithm 3): a process sends
/// what its load has changed by when that is more than a threshold, and a master tells all of the loads that its
/// selection adds.
///
///     state       the view: what this process believes of each load, its own exactly; the change not sent yet
///     messages    Update(change), Reserve(slaves), NoMoreMaster
///     invariants  when no message is under way, a master's view of a process is a threshold off at most;
///                 a process's load is what it was told at the start, its changes, and reservations received
///
/// Reservations on a slave are the increases by its tasks, so that it counts decreases only. It must decrease by what
/// was reserved, in the end. Where a task overtakes its reservation, a load may be negative for a while.
///
/// As printed, algorithm 3 drifts. Three things differ here: decreases are sent, too (line 8 has no absolute value); a
/// master adds a reservation to its own view; and reservations go to all, as a slave that is no master any more would
/// otherwise never count its task. Initial loads are not zero, and there are two metrics, each with its threshold.

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/masters.hpp"
#include "cluster/exchange/message.hpp"

#include <span>
#include <tuple>
#include <vector>

namespace tangram::exchange {

/// One process. Each transition returns the messages to send, in this order. Broken contracts throw std::logic_error.
class Increments {
  public:
    /// initial: the loads of all processes. never_master: as in Masters.
    Increments(int me, std::vector<Load> initial, Load threshold, std::vector<bool> never_master = {});

    /// This process's load has changed, by a task of its own or (as_slave) of a master's. O(processes).
    [[nodiscard]] std::vector<Envelope> vary(const Load& change, bool as_slave);

    /// A decision is wanted, for which ready() and select() are next. Not of who is no master any more.
    [[nodiscard]] std::vector<Envelope> request();
    [[nodiscard]] bool ready() const { return masters_.is_wanted(); }

    /// The decision is taken. All are told, even if there are no slaves. O(processes x slaves).
    [[nodiscard]] std::vector<Envelope> select(std::span<const Reservation> slaves);

    /// O(processes + slaves).
    [[nodiscard]] std::vector<Envelope> receive(int from, const Message& message);

    /// No decision will be wanted any more. O(processes).
    [[nodiscard]] std::vector<Envelope> no_more_master();

    /// By process, the believed load.
    [[nodiscard]] std::span<const Load> view() const { return view_; }

    /// Whether no task may start, and no message of the application be sent: never.
    [[nodiscard]] static bool frozen() { return false; }

    bool operator==(const Increments&) const = default;
    /// All that may differ between two states of a network.
    [[nodiscard]] auto state() const { return std::tuple(std::tie(view_, unsent_), masters_.state()); }

  private:
    void add(std::span<const Reservation> slaves);

    int me_;
    Load threshold_;
    std::vector<Load> view_;
    Load unsent_;
    Masters masters_;
};

} // namespace tangram::exchange
