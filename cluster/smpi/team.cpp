#include "cluster/smpi/team.hpp"

#include "cluster/starpu/monitor.hpp"
#include "cluster/starpu/mpi_check.hpp"

#include <cstdint>
#include <cstring>
#include <string>

#include <starpu_mpi.h>

namespace tangram::smpi {

namespace {

/// Of no tile: these are numbered from 0.
constexpr starpu_mpi_tag_t tag = starpu_mpi_tag_t{1} << 60;

/// Bytes in RAM, as StarPU-MPI sends them.
class Message {
  public:
    Message(void* bytes, std::size_t count) {
        starpu_vector_data_register(&handle_, STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(bytes),
                                    static_cast<std::uint32_t>(count), 1);
    }
    ~Message() { starpu_data_unregister(handle_); }
    Message(const Message&) = delete;
    Message& operator=(const Message&) = delete;

    void send(int to) const { cluster::check_starpu_mpi(starpu_mpi_send(handle_, to, tag, MPI_COMM_WORLD)); }

    /// starpu_mpi_recv() would wait for ever where the message has come before it is asked for: StarPU-MPI 1.3.10 wakes
    /// up nobody then (_starpu_mpi_early_data_cb).
    void receive(int from) {
        cluster::check_starpu_mpi(starpu_mpi_irecv_detached(handle_, from, tag, MPI_COMM_WORLD, arrived, this));
        cluster::Monitor::Lock lock(monitor_);
        lock.wait_until([this] { return has_arrived_; });
    }

  private:
    static void arrived(void* message) {
        auto& self = *static_cast<Message*>(message);
        const cluster::Monitor::Lock lock(self.monitor_);
        self.has_arrived_ = true;
        self.monitor_.notify_all();
    }

    starpu_data_handle_t handle_ = nullptr;
    cluster::Monitor monitor_; ///< of what follows
    bool has_arrived_ = false;
};

} // namespace

Team::Team() : me_(starpu_mpi_world_rank()), processes_(starpu_mpi_world_size()) {}

void Team::gather(const void* mine, void* all, std::size_t bytes) const {
    if (bytes == 0) {
        return;
    }
    auto* const places = static_cast<char*>(all);
    const auto place = [&](int process) { return places + static_cast<std::size_t>(process) * bytes; };
    std::memcpy(place(me_), mine, bytes);
    if (me_ != 0) {
        Message(place(me_), bytes).send(0);
    }
    for (int other = 1; me_ == 0 && other < processes_; ++other) {
        Message(place(other), bytes).receive(other);
    }
    broadcast(all, static_cast<std::size_t>(processes_) * bytes);
}

void Team::broadcast(void* bytes, std::size_t count) const {
    if (count == 0) {
        return;
    }
    Message message(bytes, count);
    if (me_ != 0) {
        message.receive(0);
    }
    for (int other = 1; me_ == 0 && other < processes_; ++other) {
        message.send(other);
    }
}

void Team::wait_for_all() const {
    const char here = 1;
    std::string all(static_cast<std::size_t>(processes_), '\0');
    gather(&here, all.data(), 1);
}

} // namespace tangram::smpi
