#pragma once

/// Messages as text, for traces.

#include "cluster/exchange/message.hpp"

#include <string>
#include <variant>

#include <fmt/format.h>

namespace tangram::exchange {

inline std::string text_of(const Load& load) {
    return fmt::format("({}, {})", load.memory, load.flops);
}

inline std::string text_of(const Message& message) {
    std::string text(name_of(kind_of(message)));
    if (const auto* update = std::get_if<Update>(&message)) {
        text += text_of(update->load);
    } else if (const auto* start = std::get_if<Start>(&message)) {
        text += fmt::format("(request {}, epoch {})", start->request, start->epoch);
    } else if (const auto* state = std::get_if<State>(&message)) {
        text += fmt::format("(request {}, {})", state->request, text_of(state->load));
    } else if (const auto* reserve = std::get_if<Reserve>(&message)) {
        for (const Reservation& slave : reserve->reservations) {
            text += fmt::format("(on {}, {})", slave.process, text_of(slave.load));
        }
    }
    return text;
}

} // namespace tangram::exchange
