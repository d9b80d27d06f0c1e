#include "cluster/exchange/snapshot.hpp"

#include "cluster/exchange/contract.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tangram::exchange {

Snapshot::Snapshot(int me, std::vector<Load> initial) : me_(me), view_(std::move(initial)), peers_(view_.size()) {
    require(me >= 0 && me < static_cast<int>(view_.size()), me, "has no initial load");
}

std::vector<Envelope> Snapshot::vary(const Load& change, bool as_slave) {
    view_[me_] += as_slave ? decrease(change) : change;
    return {};
}

std::vector<Envelope> Snapshot::request() {
    require(!frozen(), me_, "initiates a snapshot while it is frozen");
    is_wanted_ = true;
    peers_[me_].is_active = true;
    return begin();
}

/// Answers to earlier requests do not count any more.
std::vector<Envelope> Snapshot::begin() {
    ++request_;
    for (Peer& peer : peers_) {
        peer.has_answered = false;
    }
    return to_all_but(me_, static_cast<int>(view_.size()), Start{request_, epoch_});
}

/// The first active initiator. Any order would do that is the same everywhere.
int Snapshot::leader() const {
    const auto first = std::find_if(peers_.begin(), peers_.end(), [](const Peer& peer) { return peer.is_active; });
    return first == peers_.end() ? nobody : static_cast<int>(first - peers_.begin());
}

bool Snapshot::ready() const {
    const auto answers =
        std::count_if(peers_.begin(), peers_.end(), [](const Peer& peer) { return peer.has_answered; });
    return is_wanted_ && answers == static_cast<std::ptrdiff_t>(peers_.size()) - 1;
}

/// Answers the leader, if that is another process whose request has waited, and the epoch is its own.
std::vector<Envelope> Snapshot::serve() {
    const int first = leader();
    if (first == nobody || first == me_) {
        return {};
    }
    Peer& initiator = peers_[first];
    if (!initiator.waits || initiator.epoch != epoch_) {
        return {};
    }
    initiator.waits = false;
    return {{first, State{initiator.request, view_[me_]}}};
}

/// Nobody is to be answered then: nobody else can have asked in the new epoch yet.
std::vector<Envelope> Snapshot::select(std::span<const Reservation> slaves) {
    const int processes = static_cast<int>(view_.size());
    require(ready(), me_, "selects slaves without a complete snapshot");
    require_other_processes(me_, processes, slaves);
    std::vector<Envelope> sent;
    for (const Reservation& slave : slaves) {
        view_[slave.process] += slave.load;
        sent.push_back({slave.process, Reserve{{slave}}});
    }
    const std::vector<Envelope> ends = to_all_but(me_, processes, End{});
    sent.insert(sent.end(), ends.begin(), ends.end());
    ++epoch_;
    is_wanted_ = false;
    peers_[me_].is_active = false;
    return sent;
}

std::vector<Envelope> Snapshot::receive(int from, const Message& message) {
    require(!ready(), me_, "receives a message before it selects slaves");
    if (const auto* start = std::get_if<Start>(&message)) {
        return started(from, *start);
    }
    if (const auto* state = std::get_if<State>(&message)) {
        answered(from, *state);
    } else if (const auto* reserve = std::get_if<Reserve>(&message)) {
        reserved(*reserve);
    } else if (std::holds_alternative<End>(message)) {
        return ended(from);
    } else {
        throw unexpected(me_, from, message);
    }
    return {};
}

std::vector<Envelope> Snapshot::started(int from, const Start& start) {
    Peer& initiator = peers_.at(from);
    initiator.is_active = true;
    initiator.waits = true;
    initiator.request = start.request;
    initiator.epoch = start.epoch;
    return serve();
}

void Snapshot::answered(int from, const State& state) {
    if (is_wanted_ && state.request == request_) {
        view_.at(from) = state.load;
        peers_[from].has_answered = true;
    }
}

void Snapshot::reserved(const Reserve& reserve) {
    for (const Reservation& slave : reserve.reservations) {
        require(slave.process == me_, me_, "receives a reservation on another process");
        view_[me_] += slave.load;
    }
}

/// The initiator's last request does not wait: it had all answers.
std::vector<Envelope> Snapshot::ended(int from) {
    ++epoch_;
    peers_.at(from).is_active = false;
    return is_wanted_ && leader() == me_ ? begin() : serve();
}

} // namespace tangram::exchange
