#pragma once

#include "cluster/team/team.hpp"

#include <cstddef>

namespace tangram::smpi {

/// The processes that SMPI simulates, each with a StarPU and a StarPU-MPI that run (StarpuMpi). StarPU makes MPI's
/// calls of a simulated process on an actor of its own; on another one, as the program's, they would crash. So here
/// processes tell each other by messages of StarPU-MPI, by way of process 0: O(processes) messages for each call.
class Team final : public team::Team {
  public:
    Team();

    [[nodiscard]] int me() const override { return me_; }
    [[nodiscard]] int processes() const override { return processes_; }
    void gather(const void* mine, void* all, std::size_t bytes) const override;
    void broadcast(void* bytes, std::size_t count) const override;
    void wait_for_all() const override;

  private:
    int me_;
    int processes_;
};

} // namespace tangram::smpi
