#include "cluster/exchange/naive.hpp"

#include "cluster/exchange/contract.hpp"

#include <utility>

namespace tangram::exchange {

Naive::Naive(int me, std::vector<Load> initial, Load threshold, std::vector<bool> never_master)
    : me_(me), threshold_(threshold), view_(std::move(initial)),
      masters_(me, static_cast<int>(view_.size()), std::move(never_master)) {
    require_setting(me, view_, threshold);
}

/// Nobody else has counted a slave's task.
std::vector<Envelope> Naive::vary(const Load& change, bool /*as_slave*/) {
    view_[me_] += change;
    unsent_ += change;
    if (!exceeds(unsent_, threshold_)) {
        return {};
    }
    unsent_ = {};
    return masters_.tell({view_[me_]});
}

std::vector<Envelope> Naive::request() {
    masters_.want();
    return {};
}

std::vector<Envelope> Naive::select(std::span<const Reservation> slaves) {
    masters_.decide(slaves);
    return {};
}

std::vector<Envelope> Naive::receive(int from, const Message& message) {
    require_receipt(me_, static_cast<int>(view_.size()), from, ready());
    if (const auto* update = std::get_if<Update>(&message)) {
        view_[from] = update->load;
    } else if (std::holds_alternative<NoMoreMaster>(message)) {
        masters_.leaves(from);
    } else {
        throw unexpected(me_, from, message);
    }
    return {};
}

std::vector<Envelope> Naive::no_more_master() {
    return masters_.leave();
}

} // namespace tangram::exchange
