#pragma once

/// The messages of all mechanisms. They travel in channels that lose nothing and keep the order from one process to
/// another; each process treats them before any other message and before any new task.

#include "cluster/exchange/load.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace tangram::exchange {

/// The sender's load: all of it (naive), or what it has changed by (increments).
struct Update {
    Load load;

    bool operator==(const Update&) const = default;
};

/// A slave, and what its task will add to its load.
struct Reservation {
    int process = 0;
    Load load;

    bool operator==(const Reservation&) const = default;
};

/// The sender has selected slaves.
struct Reserve {
    std::vector<Reservation> reservations;

    bool operator==(const Reserve&) const = default;
};

/// The sender will select no slaves any more, and needs no updates.
struct NoMoreMaster {
    bool operator==(const NoMoreMaster&) const = default;
};

/// The sender asks for the receiver's load, for a snapshot.
struct Start {
    std::int64_t request = 0; ///< counts the sender's
    std::int64_t epoch = 0;   ///< snapshots that the sender knows to be complete

    bool operator==(const Start&) const = default;
};

/// The sender's load, for the receiver's snapshot.
struct State {
    std::int64_t request = 0; ///< which is answered
    Load load;

    bool operator==(const State&) const = default;
};

/// The sender's snapshot is complete, its slaves are selected.
struct End {
    bool operator==(const End&) const = default;
};

/// One type for each MessageKind, in the same order.
using Message = std::variant<Update, Reserve, NoMoreMaster, Start, State, End>;

struct Envelope {
    int to = 0;
    Message message;

    bool operator==(const Envelope&) const = default;
};

enum class MessageKind { update, reserve, no_more_master, start, state, end };
inline constexpr std::size_t message_kinds = std::variant_size_v<Message>;

[[nodiscard]] inline MessageKind kind_of(const Message& message) {
    return static_cast<MessageKind>(message.index());
}

/// "update", "reserve", "no_more_master", "start", "state", "end".
[[nodiscard]] std::string_view name_of(MessageKind kind);

/// Bytes of what a message says, for engines that report what is sent: 8 for each number. Its kind and its sender
/// come with any transport.
[[nodiscard]] std::size_t payload_bytes(const Message& message);

/// The same message to all processes but one, in the order of their numbers.
[[nodiscard]] std::vector<Envelope> to_all_but(int me, int processes, const Message& message);

} // namespace tangram::exchange
