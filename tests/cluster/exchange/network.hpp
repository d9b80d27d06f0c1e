#pragma once

/// Processes of one mechanism, and what is under way between them: a channel for each ordered pair that keeps the
/// order.

#include "cluster/exchange/message.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace tangram::exchange {

template <class Process> class Network {
  public:
    explicit Network(std::vector<Process> processes)
        : processes_(std::move(processes)), channels_(processes_.size() * processes_.size()) {}

    [[nodiscard]] int size() const { return static_cast<int>(processes_.size()); }
    [[nodiscard]] Process& operator[](int process) { return processes_[process]; }
    [[nodiscard]] const Process& operator[](int process) const { return processes_[process]; }

    /// In order, what is under way from one process to another.
    [[nodiscard]] const std::vector<Message>& channel(int from, int to) const { return channels_[from * size() + to]; }

    void send(int from, const std::vector<Envelope>& envelopes) {
        for (const Envelope& envelope : envelopes) {
            channels_[from * size() + envelope.to].push_back(envelope.message);
            ++sent_[static_cast<std::size_t>(kind_of(envelope.message))];
        }
    }

    /// Delivers the first message of a channel, and returns what the receiver sends: not under way yet.
    [[nodiscard]] std::vector<Envelope> deliver(int from, int to) {
        std::vector<Message>& channel = channels_[from * size() + to];
        const Message message = channel.front();
        channel.erase(channel.begin());
        return processes_[to].receive(from, message);
    }

    /// Whether no message is under way.
    [[nodiscard]] bool is_quiet() const {
        return std::all_of(channels_.begin(), channels_.end(), [](const auto& channel) { return channel.empty(); });
    }

    /// Messages so far, of one kind and of all.
    [[nodiscard]] std::int64_t sent(MessageKind kind) const { return sent_[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] std::int64_t sent() const { return std::accumulate(sent_.begin(), sent_.end(), std::int64_t{0}); }

    /// What may still happen depends on these; the numbers of messages do not matter.
    [[nodiscard]] auto state() const { return std::tie(processes_, channels_); }

  private:
    std::vector<Process> processes_;
    std::vector<std::vector<Message>> channels_; ///< by sender and receiver
    std::array<std::int64_t, message_kinds> sent_{};
};

} // namespace tangram::exchange
