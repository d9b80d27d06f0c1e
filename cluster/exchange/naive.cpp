#include "cluster/exchange/naive.hpp"

#include "cluster/exchange/contract.hpp"

#include <utility>

namespace tangram::exchange {

Naive::Naive(int me, std::vector<Load> initial, Load threshold, std::vector<bool> never_master)
    : me_(me), threshold_(threshold), view_(std::move(initial)), last_sent_(view_.at(me)),
      audience_(me, static_cast<int>(view_.size()), std::move(never_master)) {}

/// Nobody else has counted a slave's task.
std::vector<Envelope> Naive::vary(const Load& change, bool /*as_slave*/) {
    view_[me_] += change;
    if (!exceeds(view_[me_] - last_sent_, threshold_)) {
        return {};
    }
    last_sent_ = view_[me_];
    return audience_.tell({view_[me_]});
}

std::vector<Envelope> Naive::request() {
    require(audience_.is_master(me_), me_, "wants a decision, but is no master any more");
    is_wanted_ = true;
    return {};
}

std::vector<Envelope> Naive::select(std::span<const Reservation> slaves) {
    require(ready(), me_, "selects slaves without a request");
    require_other_processes(me_, static_cast<int>(view_.size()), slaves);
    is_wanted_ = false;
    return {};
}

std::vector<Envelope> Naive::receive(int from, const Message& message) {
    if (const auto* update = std::get_if<Update>(&message)) {
        view_.at(from) = update->load;
    } else if (std::holds_alternative<NoMoreMaster>(message)) {
        audience_.leaves(from);
    } else {
        throw unexpected(me_, from, message);
    }
    return {};
}

std::vector<Envelope> Naive::no_more_master() {
    require(!is_wanted_, me_, "will be no master any more, but wants a decision");
    return audience_.leave();
}

} // namespace tangram::exchange
