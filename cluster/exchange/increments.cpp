#include "cluster/exchange/increments.hpp"

#include "cluster/exchange/contract.hpp"

#include <utility>

namespace tangram::exchange {

Increments::Increments(int me, std::vector<Load> initial, Load threshold, std::vector<bool> never_master)
    : me_(me), threshold_(threshold), view_(std::move(initial)),
      masters_(me, static_cast<int>(view_.size()), std::move(never_master)) {
    require_setting(me, view_, threshold);
}

std::vector<Envelope> Increments::vary(const Load& change, bool as_slave) {
    const Load counted = as_slave ? decrease(change) : change;
    view_[me_] += counted;
    unsent_ += counted;
    if (!exceeds(unsent_, threshold_)) {
        return {};
    }
    return masters_.tell({std::exchange(unsent_, {})});
}

std::vector<Envelope> Increments::request() {
    masters_.want();
    return {};
}

std::vector<Envelope> Increments::select(std::span<const Reservation> slaves) {
    masters_.decide(slaves);
    add(slaves);
    return to_all_but(me_, static_cast<int>(view_.size()), Reserve{{slaves.begin(), slaves.end()}});
}

/// A slave's own load grows likewise, without an update: all others have the same reservation.
void Increments::add(std::span<const Reservation> slaves) {
    for (const Reservation& slave : slaves) {
        view_[slave.process] += slave.load;
    }
}

std::vector<Envelope> Increments::receive(int from, const Message& message) {
    const int processes = static_cast<int>(view_.size());
    require_receipt(me_, processes, from, ready());
    if (const auto* update = std::get_if<Update>(&message)) {
        view_[from] += update->load;
    } else if (const auto* reserve = std::get_if<Reserve>(&message)) {
        require_selection(me_, processes, from, reserve->reservations);
        add(reserve->reservations);
    } else if (std::holds_alternative<NoMoreMaster>(message)) {
        masters_.leaves(from);
    } else {
        throw unexpected(me_, from, message);
    }
    return {};
}

std::vector<Envelope> Increments::no_more_master() {
    return masters_.leave();
}

} // namespace tangram::exchange
