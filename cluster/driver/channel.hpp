#pragma once

/// What carries packets between processes. An engine implements it: MPI (cluster/mpi), or queues in one program
/// (tests/cluster/driver). No packet is lost, and the order from one process to another is kept. Nothing blocks.
///
/// For one thread at a time. What an engine throws ends the work of this process: a channel is not used after that, but
/// it must live on while others may write to it.

#include "cluster/driver/packet.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace tangram::driver {

struct Received {
    int from = 0;
    Packet packet;
};

class Channel {
  public:
    Channel() = default;
    virtual ~Channel() = default;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// The same packet may go to several. As progress(), and no copy.
    void send(int to, std::shared_ptr<const Packet> packet) {
        do_send(to, std::move(packet));
        ++sent_;
    }
    void send(int to, Packet packet) { send(to, std::make_shared<const Packet>(std::move(packet))); }

    /// A packet that has come completely.
    [[nodiscard]] std::optional<Received> receive() {
        std::optional<Received> received = do_receive();
        received_ += received ? 1 : 0;
        return received;
    }

    /// Begins to send what waits, as far as there are places.
    virtual void progress() = 0;

    /// Whether nothing waits, and nothing is under way from here.
    [[nodiscard]] virtual bool is_idle() const = 0;

    /// Packets that have been given to send(), and those that receive() has returned.
    [[nodiscard]] std::int64_t sent() const { return sent_; }
    [[nodiscard]] std::int64_t received() const { return received_; }

  private:
    virtual void do_send(int to, std::shared_ptr<const Packet> packet) = 0;
    [[nodiscard]] virtual std::optional<Received> do_receive() = 0;

    std::int64_t sent_ = 0;
    std::int64_t received_ = 0;
};

} // namespace tangram::driver
