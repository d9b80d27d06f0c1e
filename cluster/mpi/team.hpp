#pragma once

#include "cluster/team/team.hpp"

#include <mpi.h>

#include <cstddef>

namespace tangram::mpi {

/// The processes of a communicator. Its collective calls must come from one thread.
class Team final : public team::Team {
  public:
    /// The communicator must return errors (errors_return()), and outlive this.
    explicit Team(MPI_Comm communicator);

    [[nodiscard]] int me() const override { return me_; }
    [[nodiscard]] int processes() const override { return processes_; }
    void gather(const void* mine, void* all, std::size_t bytes) const override;
    void broadcast(void* bytes, std::size_t count) const override;
    void wait_for_all() const override;

  private:
    MPI_Comm communicator_;
    int me_ = 0;
    int processes_ = 1;
};

} // namespace tangram::mpi
