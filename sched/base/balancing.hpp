#pragma once

/// What a node does when it has no work of its own (Eyraud-Dubois and Lambert 2018, section 4.2.1).

#include <cstdint>

namespace tangram::sched {

enum class Balancing : std::uint8_t {
    none,      ///< Static: it waits
    random,    ///< RandSteal: it takes the last task of a random node
    choice,    ///< ChoiceSteal: it takes the cheapest of the nodes' last tasks
    effective, ///< EffectiveSteal: it takes the cheapest of all tasks
};

} // namespace tangram::sched
