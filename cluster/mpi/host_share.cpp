#include "cluster/mpi/host_share.hpp"

#include "cluster/mpi/channel.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <sched.h>
#include <unistd.h>

namespace tangram::mpi {

namespace {

/// The processes of a communicator that share memory.
class Host {
  public:
    explicit Host(MPI_Comm communicator) {
        check(MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &processes_));
    }
    ~Host() { MPI_Comm_free(&processes_); }
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    [[nodiscard]] MPI_Comm processes() const { return processes_; }

  private:
    MPI_Comm processes_ = MPI_COMM_NULL;
};

using UsersOfThread = std::array<int, CPU_SETSIZE>; ///< by hardware thread

/// Of a process; 0 stands for this one.
cpu_set_t threads_of(pid_t process) {
    cpu_set_t set{};
    sched_getaffinity(process, sizeof(set), &set);
    return set;
}

UsersOfThread own_threads() {
    const cpu_set_t set = threads_of(0);
    UsersOfThread users{};
    for (std::size_t thread = 0; thread < users.size(); ++thread) {
        users[thread] = CPU_ISSET(thread, &set) ? 1 : 0;
    }
    return users;
}

} // namespace

HostShare host_share(MPI_Comm communicator) {
    const Host host(communicator);
    HostShare share;
    check(MPI_Comm_size(host.processes(), &share.processes));
    const UsersOfThread own = own_threads();
    UsersOfThread all = own;
    check(MPI_Allreduce(MPI_IN_PLACE, all.data(), CPU_SETSIZE, MPI_INT, MPI_SUM, host.processes()));
    int own_count = 0;
    double own_part = 0;
    for (std::size_t thread = 0; thread < own.size(); ++thread) {
        if (own[thread] == 1) {
            share.shares_cores = share.shares_cores || all[thread] > 1;
            own_part += 1.0 / all[thread];
            ++own_count;
        }
    }
    share.share = own_part / std::max(1, own_count);
    share.threads = static_cast<int>(std::count_if(all.begin(), all.end(), [](int users) { return users > 0; }));
    const cpu_set_t of_launcher = threads_of(getppid());
    share.launcher_threads = CPU_COUNT(&of_launcher);
    return share;
}

std::uint64_t sum_over_host(MPI_Comm communicator, std::uint64_t value) {
    const Host host(communicator);
    check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, host.processes()));
    return value;
}

} // namespace tangram::mpi
