#pragma once

/// Channels under MPI, each on a communicator of its own. Few packets are under way at a time; others wait in a queue
/// until progress() finds a free place. So who sends much goes on receiving, and two that send to each other never wait
/// for each other.
///
/// For one thread at a time (MPI_THREAD_SERIALIZED).

#include "cluster/driver/channel.hpp"

#include <mpi.h>

#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <vector>

namespace tangram::mpi {

/// Throws RunFailure with MPI's reason if a call returned an error. Communicators return them (errors_return()).
void check(int code);

/// Communicators of this one, and of its duplicates, return errors instead of ending the program.
void errors_return(MPI_Comm communicator);

class Channel final : public driver::Channel {
  public:
    /// Collective. The communicator must return errors. places: packets under way at a time, at least one.
    Channel(MPI_Comm communicator, std::size_t places);
    /// Packets that were not sent are lost: only for who ends all processes.
    ~Channel() override;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// O(places).
    void progress() override;
    [[nodiscard]] bool is_idle() const override { return waiting_.empty() && under_way_.empty(); }

  private:
    struct Sending {
        int to = 0;
        std::shared_ptr<const driver::Packet> packet;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    /// At a fixed address, as MPI writes there.
    struct Coming {
        int from = 0;
        driver::Packet packet;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    void do_send(int to, std::shared_ptr<const driver::Packet> packet) override;
    /// A long packet takes its sender's time, too: meanwhile others may overtake it, but none from the same process.
    /// O(packets that are coming).
    [[nodiscard]] std::optional<driver::Received> do_receive() override;
    void meet_new_packets();

    MPI_Comm communicator_ = MPI_COMM_NULL;
    std::size_t places_;
    std::deque<Sending> waiting_;
    std::vector<Sending> under_way_;
    std::list<Coming> coming_; ///< in the order in which they began to come
};

} // namespace tangram::mpi
