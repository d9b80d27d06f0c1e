#pragma once

/// Any of the three mechanisms, by its name, for engines that deliver messages.
///
///     engine: a load changes          vary()              -> messages to send
///             a decision is wanted    request()           -> messages to send
///             a message has come      receive()           -> messages to send
///             after each of these     ready()? select()   -> messages to send
///
/// Rules of engines. What a process notices of broken ones (2 to 5) throws std::logic_error and changes nothing:
///
///     1  While frozen(), the application starts no task and sends no message; tasks that run may end.
///     2  A process wants one decision at a time, and none while frozen().
///     3  Once ready(), select() is next: nothing is received before. Slaves are others, each once, or nobody.
///     4  Messages are received from others, in the order in which each of them sent.
///     5  no_more_master() comes after a process's last selection; no request() follows.
///     6  vary() gets each change once. as_slave: by a task that a master has selected this process for. In the end
///        the decreases by such a task are what the master reserved.

#include "cluster/exchange/increments.hpp"
#include "cluster/exchange/naive.hpp"
#include "cluster/exchange/snapshot.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tangram::exchange {

/// What all processes know from the start.
struct Setting {
    std::vector<Load> initial;        ///< by process
    Load threshold;                   ///< of updates (naive, increments)
    std::vector<bool> never_master{}; ///< by process, whether it selects no slaves (naive, increments); or empty
};

/// "naive", "increments", "snapshot".
[[nodiscard]] const std::vector<std::string>& mechanism_names();

/// One process. What each transition does, and what it requires: see the mechanisms.
class Mechanism {
  public:
    /// Throws InvalidInput if there is no mechanism of this name.
    Mechanism(std::string_view name, int me, const Setting& setting);

    [[nodiscard]] std::vector<Envelope> vary(const Load& change, bool as_slave);
    [[nodiscard]] std::vector<Envelope> request();
    [[nodiscard]] bool ready() const;
    [[nodiscard]] std::vector<Envelope> select(std::span<const Reservation> slaves);
    [[nodiscard]] std::vector<Envelope> receive(int from, const Message& message);
    [[nodiscard]] std::vector<Envelope> no_more_master();
    [[nodiscard]] std::span<const Load> view() const;
    [[nodiscard]] bool frozen() const;

    bool operator==(const Mechanism&) const = default;

  private:
    std::variant<Naive, Increments, Snapshot> mechanism_;
};

} // namespace tangram::exchange
