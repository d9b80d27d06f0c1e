#pragma once

/// The tiles of A and B on their way between processes, by StarPU-MPI (Agullo et al. 2017), slice by slice along k: who
/// owns a tile sends it to all others that need it, these hold a copy until their last task on it is done.
///
///     post(k)     sends and receives of slice k           tasks of slice k are submitted behind it
///     release(k)  behind them: copies go when the tasks are done
///
/// Copies in memory are those of slices between both, so that whoever posts a slice only when an earlier one is
/// released bounds them (SliceWindow).

#include "apps/gemm/runtime/tiles.hpp"
#include "cluster/nodes/local_zone.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/starpu/monitor.hpp"

#include <starpu_mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>

namespace tangram::cluster {

/// Must outlive the release of all copies.
class Moves {
  public:
    /// a, b: op(A) and op(B) as the local zone of process `me` sees them (nodes::LocalZone), from slice `first` on,
    /// which is slice 0 here; the tiles that it does not own lie in ReceiveBuffers. All must outlive this.
    /// communicator: has the processes of the plan, by their numbers.
    Moves(const nodes::NodePlan& plan, const nodes::LocalZone& zone, std::size_t me, const apps::TiledMatrix& a,
          const apps::TiledMatrix& b, std::size_t first, MPI_Comm communicator);
    Moves(const Moves&) = delete;
    Moves& operator=(const Moves&) = delete;
    ~Moves() = default;

    /// Slices in their order, each once. Throws RunFailure if StarPU-MPI refuses. O(tiles of the slice x their users).
    void post(std::size_t k);
    void release(std::size_t k);

    /// Waits until no copy of slice k is left. Of one that is released, or will be by other threads.
    void wait_for_release(std::size_t k);

    /// The same of all slices. To be called before this ends: StarPU may release a copy after the last task on it has
    /// ended, if the copy was still under way to another memory node.
    void wait_for_all_releases();

    [[nodiscard]] const nodes::Transfers& transfers() const { return transfers_; } ///< posted
    [[nodiscard]] std::uint64_t peak_bytes() const; ///< of copies asked for and not yet released, at a time

  private:
    /// Copies of a slice.
    struct Slice {
        Moves* moves = nullptr;
        std::size_t copies = 0;
        std::uint64_t bytes = 0;
    };

    /// Told of each tile of the slice: its handle, owner, users, and number among all tiles of A and B.
    using Tell = std::function<void(starpu_data_handle_t tile, std::size_t owner, std::span<const std::size_t> users,
                                    starpu_mpi_tag_t number)>;
    void for_each_tile(std::size_t k, const Tell& tell) const;
    void send(starpu_data_handle_t tile, std::span<const std::size_t> users, starpu_mpi_tag_t number);
    static void released(void* argument); ///< a Copy

    struct Copy {
        Slice* slice;
        starpu_data_handle_t tile;
        std::uint64_t bytes;
    };

    const nodes::NodePlan& plan_;
    const nodes::LocalZone& zone_;
    std::size_t me_;
    const apps::TiledMatrix& a_;
    const apps::TiledMatrix& b_;
    std::size_t first_;
    MPI_Comm communicator_;
    nodes::Transfers transfers_;
    std::deque<Slice> slices_;
    mutable Monitor monitor_; ///< of what follows, and of Slice::copies
    std::uint64_t held_bytes_ = 0;
    std::uint64_t peak_bytes_ = 0;
};

} // namespace tangram::cluster
