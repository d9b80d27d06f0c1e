#pragma once

/// Processes as threads of one program: channels that are queues, and sums under a lock. Messages of different senders
/// come in any order. Who fails ends all: their next call of a link throws.

#include "base/dice.hpp"
#include "cluster/driver/factorisation.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tangram::driver::test {

class Ended : public std::runtime_error {
  public:
    Ended() : std::runtime_error("another process has failed") {}
};

/// Whether all shall end.
class Alarm {
  public:
    void ring() { rings_ = true; }
    void throw_if_it_rings() const {
        if (rings_) {
            throw Ended();
        }
    }

  private:
    std::atomic<bool> rings_ = false;
};

/// All channels of one kind: from each process to each other. places: packets that are sent, but not received, from a
/// process to another at a time.
class Network {
  public:
    Network(std::size_t processes, std::size_t places)
        : processes_(processes), places_(places), queues_(processes * processes) {}

    /// Whether there was a place.
    bool accepts(std::size_t from, std::size_t to, const std::shared_ptr<const Packet>& packet) {
        const std::lock_guard lock(mutex_);
        std::deque<std::shared_ptr<const Packet>>& queue = queues_[from * processes_ + to];
        if (queue.size() == places_) {
            return false;
        }
        queue.push_back(packet);
        return true;
    }

    /// The oldest packet of some process.
    std::optional<Received> received(std::size_t me, Dice& dice) {
        const std::lock_guard lock(mutex_);
        const std::size_t first = dice.below(processes_);
        for (std::size_t k = 0; k < processes_; ++k) {
            const std::size_t from = (first + k) % processes_;
            std::deque<std::shared_ptr<const Packet>>& queue = queues_[from * processes_ + me];
            if (!queue.empty()) {
                Received received{static_cast<int>(from), *queue.front()};
                queue.pop_front();
                return received;
            }
        }
        return std::nullopt;
    }

  private:
    std::size_t processes_;
    std::size_t places_;
    std::mutex mutex_;
    std::vector<std::deque<std::shared_ptr<const Packet>>> queues_; ///< by sender, then receiver
};

/// A channel fails with the packet behind so many, that it sends or receives.
struct ChannelFailure {
    enum class When { sending, receiving } when;
    std::size_t packets = 0;
};

class QueueChannel final : public Channel {
  public:
    QueueChannel(std::size_t me, std::uint64_t seed, Network& network, const Alarm& alarm,
                 std::optional<ChannelFailure> failure = {})
        : me_(me), dice_(seed), network_(network), alarm_(alarm), failure_(failure) {}

    /// The oldest waits for a place, and others behind it.
    void progress() override {
        alarm_.throw_if_it_rings();
        while (!waiting_.empty() && network_.accepts(me_, waiting_.front().first, waiting_.front().second)) {
            waiting_.pop_front();
        }
    }

    [[nodiscard]] bool is_idle() const override { return waiting_.empty(); }

  private:
    void do_send(int to, std::shared_ptr<const Packet> packet) override {
        count(ChannelFailure::When::sending);
        waiting_.emplace_back(static_cast<std::size_t>(to), std::move(packet));
        progress();
    }

    [[nodiscard]] std::optional<Received> do_receive() override {
        alarm_.throw_if_it_rings();
        std::optional<Received> received = network_.received(me_, dice_);
        if (received) {
            count(ChannelFailure::When::receiving);
        }
        return received;
    }

    void count(ChannelFailure::When when) {
        if (failure_ && failure_->when == when && failure_->packets-- == 0) {
            throw std::runtime_error("a channel has failed");
        }
    }

    std::size_t me_;
    Dice dice_;
    Network& network_;
    const Alarm& alarm_;
    std::optional<ChannelFailure> failure_; ///< that is to come
    std::deque<std::pair<std::size_t, std::shared_ptr<const Packet>>> waiting_;
};

/// The rounds of all processes.
class SharedRounds {
  public:
    explicit SharedRounds(std::size_t processes) : processes_(processes) {}

    void add(std::size_t round, const Rounds::Numbers& numbers) {
        const std::lock_guard lock(mutex_);
        rounds_.resize(std::max(rounds_.size(), round + 1));
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            rounds_[round].sums.at(k) += numbers.at(k);
        }
        ++rounds_[round].taking_part;
    }

    std::optional<Rounds::Numbers> sums(std::size_t round) {
        const std::lock_guard lock(mutex_);
        return rounds_.at(round).taking_part == processes_ ? std::optional(rounds_[round].sums) : std::nullopt;
    }

  private:
    struct Round {
        std::size_t taking_part = 0;
        Rounds::Numbers sums{};
    };

    std::size_t processes_;
    std::mutex mutex_;
    std::vector<Round> rounds_;
};

class RoundsOfOne final : public Rounds {
  public:
    RoundsOfOne(SharedRounds& shared, const Alarm& alarm) : shared_(shared), alarm_(alarm) {}

    void begin(const Numbers& mine) override { shared_.add(round_, mine); }

    [[nodiscard]] std::optional<Numbers> sums() override {
        alarm_.throw_if_it_rings();
        std::optional<Numbers> sums = shared_.sums(round_);
        round_ += sums ? 1 : 0;
        return sums;
    }

  private:
    SharedRounds& shared_;
    const Alarm& alarm_;
    std::size_t round_ = 0;
};

} // namespace tangram::driver::test
