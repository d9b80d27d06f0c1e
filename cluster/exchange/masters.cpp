#include "cluster/exchange/masters.hpp"

#include "cluster/exchange/contract.hpp"

#include <utility>

namespace tangram::exchange {

Masters::Masters(int me, int processes, std::vector<bool> never_master)
    : me_(me), is_no_master_(std::move(never_master)) {
    if (is_no_master_.empty()) {
        is_no_master_.assign(processes, false);
    }
    require(static_cast<int>(is_no_master_.size()) == processes, me, "never_master has not one entry for each process");
}

std::vector<Envelope> Masters::tell(const Update& update) const {
    std::vector<Envelope> sent = to_all_but(me_, processes(), update);
    std::erase_if(sent, [&](const Envelope& envelope) { return !is_master(envelope.to); });
    return sent;
}

std::vector<Envelope> Masters::leave() {
    require(!is_wanted_, me_, "will be no master any more, but wants a decision");
    if (!is_master(me_)) {
        return {};
    }
    is_no_master_[me_] = true;
    return to_all_but(me_, processes(), NoMoreMaster{});
}

void Masters::want() {
    require(is_master(me_), me_, "wants a decision, but is no master any more");
    require(!is_wanted_, me_, "wants a decision, but has not taken the one before");
    is_wanted_ = true;
}

void Masters::decide(std::span<const Reservation> slaves) {
    require(is_wanted_, me_, "selects slaves without a request");
    require_selection(me_, processes(), me_, slaves);
    is_wanted_ = false;
}

} // namespace tangram::exchange
