#pragma once

#include <cstddef>

namespace tangram::team {

/// Processes that work on one problem, and what they tell each other besides its data: those of MPI (cluster/mpi), and
/// those that SMPI simulates (cluster/smpi). All of them make the same calls in the same order.
class Team {
  public:
    Team() = default;
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    virtual ~Team() = default;

    [[nodiscard]] virtual int me() const = 0; ///< from 0
    [[nodiscard]] virtual int processes() const = 0;

    /// So many bytes of each process, less than 2 GiB, in their order, on all. all: room for processes() x bytes.
    virtual void gather(const void* mine, void* all, std::size_t bytes) const = 0;

    /// What process 0 has there, on all.
    virtual void broadcast(void* bytes, std::size_t count) const = 0;

    /// Returns when all have called it. Asleep meanwhile: the cores are the workers'.
    virtual void wait_for_all() const = 0;
};

} // namespace tangram::team
