#include "cluster/exchange/increments.hpp"

#include "cluster/exchange/contract.hpp"

#include <utility>

namespace tangram::exchange {

Increments::Increments(int me, std::vector<Load> initial, Load threshold, std::vector<bool> never_master)
    : me_(me), threshold_(threshold), view_(std::move(initial)),
      audience_(me, static_cast<int>(view_.size()), std::move(never_master)) {
    require(me >= 0 && me < static_cast<int>(view_.size()), me, "has no initial load");
}

std::vector<Envelope> Increments::vary(const Load& change, bool as_slave) {
    const Load counted = as_slave ? decrease(change) : change;
    view_[me_] += counted;
    unsent_ += counted;
    if (!exceeds(unsent_, threshold_)) {
        return {};
    }
    return audience_.tell({std::exchange(unsent_, {})});
}

std::vector<Envelope> Increments::request() {
    require(audience_.is_master(me_), me_, "wants a decision, but is no master any more");
    is_wanted_ = true;
    return {};
}

std::vector<Envelope> Increments::select(std::span<const Reservation> slaves) {
    const int processes = static_cast<int>(view_.size());
    require(ready(), me_, "selects slaves without a request");
    require_other_processes(me_, processes, slaves);
    is_wanted_ = false;
    add(slaves);
    return to_all_but(me_, processes, Reserve{{slaves.begin(), slaves.end()}});
}

/// A slave's own load grows likewise, without an update: all others have the same reservation.
void Increments::add(std::span<const Reservation> slaves) {
    for (const Reservation& slave : slaves) {
        view_.at(slave.process) += slave.load;
    }
}

std::vector<Envelope> Increments::receive(int from, const Message& message) {
    if (const auto* update = std::get_if<Update>(&message)) {
        view_.at(from) += update->load;
    } else if (const auto* reserve = std::get_if<Reserve>(&message)) {
        add(reserve->reservations);
    } else if (std::holds_alternative<NoMoreMaster>(message)) {
        audience_.leaves(from);
    } else {
        throw unexpected(me_, from, message);
    }
    return {};
}

std::vector<Envelope> Increments::no_more_master() {
    require(!is_wanted_, me_, "will be no master any more, but wants a decision");
    return audience_.leave();
}

} // namespace tangram::exchange
