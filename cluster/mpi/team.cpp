#include "cluster/mpi/team.hpp"

#include "cluster/mpi/channel.hpp"

#include <chrono>
#include <thread>

namespace tangram::mpi {

Team::Team(MPI_Comm communicator) : communicator_(communicator) {
    check(MPI_Comm_rank(communicator, &me_));
    check(MPI_Comm_size(communicator, &processes_));
}

void Team::gather(const void* mine, void* all, std::size_t bytes) const {
    const int count = static_cast<int>(bytes);
    check(MPI_Allgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, communicator_));
}

void Team::broadcast(void* bytes, std::size_t count) const {
    check(MPI_Bcast(bytes, static_cast<int>(count), MPI_BYTE, 0, communicator_));
}

/// MPI_Barrier would keep a core busy.
void Team::wait_for_all() const {
    MPI_Request all_are_here = MPI_REQUEST_NULL;
    check(MPI_Ibarrier(communicator_, &all_are_here));
    int done = 0;
    while (true) {
        check(MPI_Test(&all_are_here, &done, MPI_STATUS_IGNORE));
        if (done != 0) {
            return;
        }
        constexpr std::chrono::microseconds pause(50);
        std::this_thread::sleep_for(pause);
    }
}

} // namespace tangram::mpi
