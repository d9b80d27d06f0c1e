#pragma once

#include "cluster/nodes/local_zone.hpp"
#include "cluster/nodes/node_plan.hpp"

#include <cstddef>
#include <vector>

namespace tangram::cluster {

/// Memory for copies of tiles, which products use one after the other: to take it, page-locked, takes longer than small
/// products do. StarPU must run as long as it lives.
class ReceiveMemory {
  public:
    ReceiveMemory() = default;
    ~ReceiveMemory();
    ReceiveMemory(const ReceiveMemory&) = delete;
    ReceiveMemory& operator=(const ReceiveMemory&) = delete;

    /// Where so many bytes are; what lay there may be lost. Throws Unavailable if the machine has too little.
    char* reserve(std::size_t bytes);

    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

/// Places for the tiles of A and B that come from others, once for all slices along k: slice k lies where slice k -
/// window has lain, so that copies of no more slices are in memory at a time. StarPU would take and give back memory
/// for each tile, page-locked where there are CUDA devices, which takes longer than the tile's products on a GPU.
///
/// Handles of different slices share a place, one after the other: whoever asks for a tile of slice k waits until all
/// copies of slice k - window are released (SliceWindow). Copies are only read, so that the place in RAM is never out
/// of date and nothing is written back to it.
class ReceiveBuffers {
  public:
    /// For a process of the plan, and a window of at least one slice. memory must outlive this, and serves nothing else
    /// meanwhile. Throws as ReceiveMemory::reserve().
    ReceiveBuffers(ReceiveMemory& memory, const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                   const nodes::LocalZone& zone, std::size_t process, std::size_t window);

    /// For the next tile of slice k: as many as other processes own there.
    [[nodiscard]] void* next_place(std::size_t k);

    /// Of one slice of the window.
    [[nodiscard]] static std::size_t bytes_of_slice(const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                                                    const nodes::LocalZone& zone, std::size_t process);

  private:
    std::size_t window_;
    std::size_t bytes_of_slice_;
    std::size_t bytes_of_tile_;
    std::vector<std::size_t> given_; ///< places by slice
    char* memory_;
};

} // namespace tangram::cluster
