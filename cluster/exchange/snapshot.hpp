#pragma once

/// The mechanism of snapshots (Guermouche and L'Excellent 2005, section 3): who wants a decision asks all others for
/// their loads. Snapshots complete one after the other, so that each one has what was decided by those before.
///
///     state       the epoch, which counts complete snapshots known here; the active initiators, and of each its last
///                 Start and whether that waits for an answer; of its own snapshot the request and the answers
///     messages    Start(request, epoch) to all; State(request, load) to an initiator; when all have answered, Reserve
///                 to each slave and End to all
///     invariants  two snapshots never complete in one epoch; a State that is used has all reservations on its sender
///                 by selections before; nobody waits for ever
///
/// An answer goes to the least-numbered active initiator, and only if its Start is of the epoch of who answers: if that
/// has seen fewer ends, one is on its way to it; if more, the initiator will ask anew. Who initiates asks anew at each
/// end after which it is the first one. Channels keep the order, so an End comes after its Reserve.
///
/// A process is frozen while any initiator is active: who is done waits for the others, so that nobody starves.
///
/// A decision takes 3 (N - 1) messages and one for each slave. Of k that are wanted at the same time, k - e at most ask
/// anew at the e-th end, and each request is answered once at most: no more than (k^2 + 2 k) (N - 1) messages and one
/// for each slave. Where each end comes before anybody knows of the other initiators, all k - e do ask anew.
///
/// As printed, algorithm 4 deadlocks and uses stale answers: it elects by what a process happens to know, without
/// epochs. This is a protocol of its own, with the paper's messages.

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/message.hpp"

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace tangram::exchange {

/// One process. Each transition returns the messages to send, in this order. Broken contracts throw std::logic_error.
class Snapshot {
  public:
    /// initial: the loads of all processes.
    Snapshot(int me, std::vector<Load> initial);

    /// This process's load has changed, by a task of its own or (as_slave) of a master's, whose increases were
    /// reserved. Sends nothing.
    [[nodiscard]] std::vector<Envelope> vary(const Load& change, bool as_slave);

    /// A decision is wanted: initiates a snapshot. Not while frozen, nor of who is no master any more. O(processes).
    [[nodiscard]] std::vector<Envelope> request();

    /// Whether all have answered. Then select() is next: nothing may be received before. O(processes).
    [[nodiscard]] bool ready() const;

    /// The decision is taken, the snapshot complete. O(processes).
    [[nodiscard]] std::vector<Envelope> select(std::span<const Reservation> slaves);

    /// O(processes).
    [[nodiscard]] std::vector<Envelope> receive(int from, const Message& message);

    /// No decision will be wanted any more. Sends nothing: loads are told to those who ask.
    [[nodiscard]] std::vector<Envelope> no_more_master();

    /// By process, the load as of this process's last snapshot, with what it reserved; its own load exactly.
    [[nodiscard]] std::span<const Load> view() const { return view_; }

    /// Whether no task may start, and no message of the application be sent. O(processes).
    [[nodiscard]] bool frozen() const { return leader() != nobody; }

    /// Complete snapshots, as far as is known here.
    [[nodiscard]] std::int64_t epoch() const { return epoch_; }

    bool operator==(const Snapshot&) const = default;
    /// All that may differ between two states of a network.
    [[nodiscard]] auto state() const { return std::tie(me_, view_, peers_, epoch_, request_, is_wanted_, is_master_); }

  private:
    static constexpr int nobody = -1;

    /// What is known of a process.
    struct Peer {
        bool is_active = false;    ///< it has initiated a snapshot
        bool waits = false;        ///< for an answer to its last Start
        std::int64_t request = 0;  ///< of its last Start
        std::int64_t epoch = 0;    ///< of its last Start
        bool has_answered = false; ///< the last Start of this process

        bool operator==(const Peer&) const = default;
        [[nodiscard]] auto state() const { return std::tie(is_active, waits, request, epoch, has_answered); }
    };

    [[nodiscard]] int leader() const;
    [[nodiscard]] std::vector<Envelope> begin();
    [[nodiscard]] std::vector<Envelope> serve();
    [[nodiscard]] std::vector<Envelope> started(int from, const Start& start);
    [[nodiscard]] std::vector<Envelope> ended(int from);
    void answered(int from, const State& state);
    void reserved(int from, const Reserve& reserve);
    void require_complete(int from) const;

    int me_;
    std::vector<Load> view_;
    std::vector<Peer> peers_; ///< by process; of this one, is_active alone
    std::int64_t epoch_ = 0;
    std::int64_t request_ = 0; ///< of this process's last Start
    bool is_wanted_ = false;   ///< a decision of this process
    bool is_master_ = true;    ///< this process, still
};

} // namespace tangram::exchange
