#include "cluster/exchange/audience.hpp"

#include "cluster/exchange/contract.hpp"

#include <utility>

namespace tangram::exchange {

Audience::Audience(int me, int processes, std::vector<bool> never_master)
    : me_(me), is_no_master_(std::move(never_master)) {
    if (is_no_master_.empty()) {
        is_no_master_.assign(processes, false);
    }
    require(static_cast<int>(is_no_master_.size()) == processes, me, "never_master has not one entry for each process");
}

std::vector<Envelope> Audience::tell(const Update& update) const {
    std::vector<Envelope> sent = to_all_but(me_, static_cast<int>(is_no_master_.size()), update);
    std::erase_if(sent, [&](const Envelope& envelope) { return !is_master(envelope.to); });
    return sent;
}

std::vector<Envelope> Audience::leave() {
    if (!is_master(me_)) {
        return {};
    }
    is_no_master_[me_] = true;
    return to_all_but(me_, static_cast<int>(is_no_master_.size()), NoMoreMaster{});
}

} // namespace tangram::exchange
