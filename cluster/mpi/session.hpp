#pragma once

#include "cluster/mpi/channel.hpp"
#include "cluster/mpi/team.hpp"

#include <mpi.h>

namespace tangram::mpi {

/// MPI from here to the end of the scope, for as many threads as it allows. Its calls return errors.
class Session {
  public:
    /// argc, argv: main()'s.
    Session(int& argc, char**& argv) : started_(argc, argv) {}

    [[nodiscard]] const Team& team() const { return team_; }
    [[nodiscard]] int me() const { return team_.me(); }
    [[nodiscard]] int processes() const { return team_.processes(); }
    /// Whether this MPI allows several threads to call it, one at a time.
    [[nodiscard]] bool allows_threads() const { return started_.level >= MPI_THREAD_SERIALIZED; }
    /// Whether it allows them to call it at the same time.
    [[nodiscard]] bool allows_concurrent_calls() const { return started_.level >= MPI_THREAD_MULTIPLE; }

  private:
    struct Started {
        Started(int& argc, char**& argv) {
            check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level));
            errors_return(MPI_COMM_WORLD);
        }
        /// Waits for the other processes.
        ~Started() { MPI_Finalize(); }
        Started(const Started&) = delete;
        Started& operator=(const Started&) = delete;

        int level = MPI_THREAD_SINGLE;
    };

    Started started_;
    Team team_{MPI_COMM_WORLD};
};

} // namespace tangram::mpi
