#pragma once

/// What has happened with the messages of snapshots, as far as a promise depends on it. It is kept apart from the
/// processes, so that these need not be believed.

#include "cluster/exchange/message.hpp"
#include "message_text.hpp"
#include "violation.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace tangram::exchange {

class Record {
  public:
    explicit Record(int size) : size_(size), exchanges_(static_cast<std::size_t>(size) * size) {}

    /// truth: the sender's load. Throws Violation if a request is answered again, or after a later one.
    void sends(int from, const Envelope& envelope, const Load& truth) {
        if (const auto* state = std::get_if<State>(&envelope.message)) {
            Exchange& exchange = between(from, envelope.to);
            if (state->request <= exchange.last_answered) {
                throw Violation(fmt::format("process {} answers request {} of {} after request {}", from,
                                            state->request, envelope.to, exchange.last_answered));
            }
            exchange = {state->request, truth, true};
        } else if (std::holds_alternative<Start>(envelope.message)) {
            between(from, from).is_open = true;
        } else if (std::holds_alternative<End>(envelope.message)) {
            between(from, from).is_open = false;
        }
    }

    void receives(int to, int from, const Message& message) {
        if (std::holds_alternative<End>(message)) {
            between(to, from).is_open = false;
        }
    }

    /// Whether a process has answered an initiator, or is one, and has not received or sent the end.
    [[nodiscard]] bool must_be_frozen(int process) const {
        const auto first = exchanges_.begin() + static_cast<std::ptrdiff_t>(process) * size_;
        return std::any_of(first, first + size_, [](const Exchange& exchange) { return exchange.is_open; });
    }

    /// The load of a process when it last answered an initiator.
    [[nodiscard]] const Load& told(int process, int initiator) const {
        return exchanges_[process * size_ + initiator].told;
    }

    /// Throws Violation if a process's view is not what the others have answered it.
    void check_view(int process, std::span<const Load> view) const {
        for (int other = 0; other < size_; ++other) {
            if (other != process && view[other] != told(other, process)) {
                throw Violation(fmt::format("process {} decides with {} for {}, which has answered {}", process,
                                            text_of(view[other]), other, text_of(told(other, process))));
            }
        }
    }

    [[nodiscard]] auto state() const { return std::tie(exchanges_); }

  private:
    /// What a process has answered an initiator.
    struct Exchange {
        std::int64_t last_answered = 0; ///< request
        Load told;
        bool is_open = false; ///< the end has not come yet

        [[nodiscard]] auto state() const { return std::tie(last_answered, told, is_open); }
    };

    [[nodiscard]] Exchange& between(int process, int initiator) { return exchanges_[process * size_ + initiator]; }

    int size_;
    std::vector<Exchange> exchanges_; ///< by process and initiator
};

} // namespace tangram::exchange
