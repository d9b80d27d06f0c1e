#pragma once

/// The naive mechanism (Guermouche and L'Excellent 2005, section 2.1, algorithm 2): a process sends its load when that
/// has changed by more than a threshold.
///
///     state      the view: what this process believes of each load, its own exactly; the change not sent yet
///     messages   Update(load), NoMoreMaster
///     invariant  when no message is under way, a master's view of a process is a threshold off at most
///
/// Selections reserve nothing: who selects next may not know of them. What a master adds to its own view would be
/// overwritten by the next update, which need not know of the selection either.
///
/// The paper leaves open what is believed before the first message: all start with the same static loads.

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/masters.hpp"
#include "cluster/exchange/message.hpp"

#include <span>
#include <tuple>
#include <vector>

namespace tangram::exchange {

/// One process. Each transition returns the messages to send, in this order. Broken contracts throw std::logic_error.
class Naive {
  public:
    /// initial: the loads of all processes. never_master: as in Masters.
    Naive(int me, std::vector<Load> initial, Load threshold, std::vector<bool> never_master = {});

    /// This process's load has changed; of slaves' tasks, too. O(processes).
    [[nodiscard]] std::vector<Envelope> vary(const Load& change, bool as_slave);

    /// A decision is wanted, for which ready() and select() are next. Not of who is no master any more.
    [[nodiscard]] std::vector<Envelope> request();
    [[nodiscard]] bool ready() const { return masters_.is_wanted(); }

    /// The decision is taken.
    [[nodiscard]] std::vector<Envelope> select(std::span<const Reservation> slaves);

    [[nodiscard]] std::vector<Envelope> receive(int from, const Message& message);

    /// No decision will be wanted any more. O(processes).
    [[nodiscard]] std::vector<Envelope> no_more_master();

    /// By process, the believed load.
    [[nodiscard]] std::span<const Load> view() const { return view_; }

    /// Whether no task may start, and no message of the application be sent: never.
    [[nodiscard]] static bool frozen() { return false; }

    bool operator==(const Naive&) const = default;
    /// All that may differ between two states of a network.
    [[nodiscard]] auto state() const { return std::tuple(std::tie(view_, unsent_), masters_.state()); }

  private:
    int me_;
    Load threshold_;
    std::vector<Load> view_;
    Load unsent_;
    Masters masters_;
};

} // namespace tangram::exchange
