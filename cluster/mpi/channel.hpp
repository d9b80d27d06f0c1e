#pragma once

/// Packets between processes, on a communicator of their own: none is lost, and the order from one process to another
/// is kept. Nothing blocks. Few packets are under way at a time; others wait in a queue until progress() finds a free
/// place. So who sends much goes on receiving, and two that send to each other never wait for each other.
///
/// For one thread at a time (MPI_THREAD_SERIALIZED).

#include "cluster/mpi/packet.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::mpi {

/// Throws RunFailure with MPI's reason if a call returned an error. Communicators return them (errors_return()).
void check(int code);

/// Communicators of this one, and of its duplicates, return errors instead of ending the program.
void errors_return(MPI_Comm communicator);

class Channel {
  public:
    struct Received {
        int from = 0;
        Packet packet;
    };

    /// Collective. The communicator must return errors. places: packets under way at a time, at least one.
    Channel(MPI_Comm communicator, std::size_t places);
    /// Packets that were not sent are lost: only for who ends all processes.
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// The same packet may go to several.
    void send(int to, std::shared_ptr<const Packet> packet);
    void send(int to, Packet packet) { send(to, std::make_shared<const Packet>(std::move(packet))); }

    /// A packet that has come completely. A long one takes its sender's time, too: meanwhile others may overtake it,
    /// but none from the same process. O(packets that are coming).
    [[nodiscard]] std::optional<Received> receive();

    /// Begins to send what waits, as far as there are places. O(places).
    void progress();

    /// Whether nothing waits, and nothing is under way from here.
    [[nodiscard]] bool is_idle() const { return waiting_.empty() && under_way_.empty(); }

    /// Packets that have been given to send(), and those that receive() has returned.
    [[nodiscard]] std::int64_t sent() const { return sent_; }
    [[nodiscard]] std::int64_t received() const { return received_; }

  private:
    struct Sending {
        int to = 0;
        std::shared_ptr<const Packet> packet;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    /// At a fixed address, as MPI writes there.
    struct Coming {
        int from = 0;
        Packet packet;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    void meet_new_packets();

    MPI_Comm communicator_ = MPI_COMM_NULL;
    std::size_t places_;
    std::deque<Sending> waiting_;
    std::vector<Sending> under_way_;
    std::list<Coming> coming_; ///< in the order in which they began to come
    std::int64_t sent_ = 0;
    std::int64_t received_ = 0;
};

} // namespace tangram::mpi
