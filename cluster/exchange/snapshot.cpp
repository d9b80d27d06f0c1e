#include "cluster/exchange/snapshot.hpp"

#include "cluster/exchange/contract.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tangram::exchange {

Snapshot::Snapshot(int me, std::vector<Load> initial) : me_(me), view_(std::move(initial)), peers_(view_.size()) {
    require_setting(me, view_, {});
}

std::vector<Envelope> Snapshot::vary(const Load& change, bool as_slave) {
    view_[me_] += as_slave ? decrease(change) : change;
    return {};
}

std::vector<Envelope> Snapshot::request() {
    require(is_master_, me_, "wants a decision, but is no master any more");
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
    require_selection(me_, processes, me_, slaves);
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
    require_receipt(me_, static_cast<int>(view_.size()), from, ready());
    if (const auto* start = std::get_if<Start>(&message)) {
        return started(from, *start);
    }
    if (const auto* state = std::get_if<State>(&message)) {
        answered(from, *state);
    } else if (const auto* reserve = std::get_if<Reserve>(&message)) {
        reserved(from, *reserve);
    } else if (std::holds_alternative<End>(message)) {
        return ended(from);
    } else {
        throw unexpected(me_, from, message);
    }
    return {};
}

std::vector<Envelope> Snapshot::no_more_master() {
    require(!is_wanted_, me_, "will be no master any more, but wants a decision");
    is_master_ = false;
    return {};
}

std::vector<Envelope> Snapshot::started(int from, const Start& start) {
    Peer& initiator = peers_[from];
    require(start.request > initiator.request && start.epoch >= initiator.epoch, me_,
            "receives a start that is older than the one before");
    initiator.is_active = true;
    initiator.waits = true;
    initiator.request = start.request;
    initiator.epoch = start.epoch;
    return serve();
}

void Snapshot::answered(int from, const State& state) {
    require(state.request > 0 && state.request <= request_, me_, "receives an answer to a request it has not made");
    if (state.request == request_) {
        require(!peers_[from].has_answered, me_, "receives a second answer to its request");
        view_[from] = state.load;
        peers_[from].has_answered = true;
    }
}

void Snapshot::reserved(int from, const Reserve& reserve) {
    require_complete(from);
    require_selection(me_, static_cast<int>(view_.size()), from, reserve.reservations);
    require(reserve.reservations.size() == 1 && reserve.reservations.front().process == me_, me_,
            "receives a reservation that is not one on itself");
    view_[me_] += reserve.reservations.front().load;
}

/// An initiator takes its decision when all have answered its last request.
void Snapshot::require_complete(int from) const {
    require(peers_[from].is_active && !peers_[from].waits, me_,
            "receives a decision without having answered a request for it");
}

std::vector<Envelope> Snapshot::ended(int from) {
    require_complete(from);
    ++epoch_;
    peers_[from].is_active = false;
    return is_wanted_ && leader() == me_ ? begin() : serve();
}

} // namespace tangram::exchange
