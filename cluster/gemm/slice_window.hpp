#pragma once

/// Slices along k that are under way at a time, on all processes alike. StarPU-MPI has no flow control: a tile that
/// comes before its receiver has asked for it gets memory of its own, however many do. So nobody sends of slice k
/// before all have released their copies of slice k - window.

#include "cluster/team/team.hpp"

#include <cstddef>

namespace tangram::cluster {

class Moves;

class SliceWindow {
  public:
    /// slices: at least 1. team and moves must outlive this.
    SliceWindow(const team::Team& team, std::size_t slices, Moves& moves)
        : team_(team), slices_(slices), moves_(moves) {}

    /// Collective, for all slices in their order: returns when slice k may be posted.
    void enter(std::size_t k);

  private:
    const team::Team& team_;
    std::size_t slices_;
    Moves& moves_;
};

} // namespace tangram::cluster
