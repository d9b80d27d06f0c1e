#pragma once

/// Slices along k that are under way at a time, on all processes alike. StarPU-MPI has no flow control: a tile that
/// comes before its receiver has asked for it gets memory of its own, however many do. So nobody sends of slice k
/// before all have released their copies of slice k - window.

#include <mpi.h>

#include <cstddef>

namespace tangram::cluster {

class Moves;

class SliceWindow {
  public:
    /// Collective. slices: at least 1. moves must outlive this.
    SliceWindow(MPI_Comm communicator, std::size_t slices, Moves& moves);
    /// Collective.
    ~SliceWindow();
    SliceWindow(const SliceWindow&) = delete;
    SliceWindow& operator=(const SliceWindow&) = delete;

    /// Collective, for all slices in their order: returns when slice k may be posted.
    void enter(std::size_t k);

  private:
    MPI_Comm communicator_ = MPI_COMM_NULL;
    std::size_t slices_;
    Moves& moves_;
};

} // namespace tangram::cluster
