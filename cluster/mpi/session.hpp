#pragma once

#include "cluster/mpi/channel.hpp"

#include <mpi.h>

namespace tangram::mpi {

/// MPI from here to the end of the scope, for as many threads as it allows. Its calls return errors.
class Session {
  public:
    /// argc, argv: main()'s.
    Session(int& argc, char**& argv) {
        check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level_));
        errors_return(MPI_COMM_WORLD);
        check(MPI_Comm_rank(MPI_COMM_WORLD, &me_));
        check(MPI_Comm_size(MPI_COMM_WORLD, &processes_));
    }
    /// Waits for the other processes.
    ~Session() { MPI_Finalize(); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] int me() const { return me_; }
    [[nodiscard]] int processes() const { return processes_; }
    /// Whether this MPI allows several threads to call it, one at a time.
    [[nodiscard]] bool allows_threads() const { return level_ >= MPI_THREAD_SERIALIZED; }
    /// Whether it allows them to call it at the same time.
    [[nodiscard]] bool allows_concurrent_calls() const { return level_ >= MPI_THREAD_MULTIPLE; }

  private:
    int level_ = MPI_THREAD_SINGLE;
    int me_ = 0;
    int processes_ = 1;
};

} // namespace tangram::mpi
