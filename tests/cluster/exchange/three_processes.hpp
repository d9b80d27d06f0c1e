#pragma once

/// Three processes of the mechanisms that send updates, and what they exchange.

#include "cluster/exchange/message.hpp"

#include <vector>

namespace tangram::exchange {

inline const std::vector<Load> initial{{10, 1}, {20, 2}, {30, 3}};
inline const Load threshold{5, 50};
inline const Reservation task_on_1{1, {7, 70}};

inline Envelope update_to(int process, const Load& load) {
    return {process, Update{load}};
}

} // namespace tangram::exchange
