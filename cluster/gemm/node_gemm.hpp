#pragma once

/// One product on several processes: C = alpha op(A) op(B) + beta C, each process's zone as a tiled product of its own,
/// whose tiles of A and B come from where they lie.
///
///     speeds of all --NodePlan--> zones, owners      OwnedTiles: what lies here
///                                                          |
///     per slice of k:  SliceWindow::enter -> Moves::post -> tasks of the slice -> Moves::release
///                                                          |
///     inside the process: the plan, the policy and the submission of every product (apps/gemm/product)
///
/// The policy sees tasks only when their tiles have come: StarPU says that a task is ready after its receives. So to it
/// A and B are at home, as always. C stays with its owner.

#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/progress.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/gemm/receive_buffers.hpp"
#include "cluster/gemm/speed_watch.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/team/team.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>

#include <mpi.h>

namespace tangram::cluster {

/// This process's part of A, B and C, and the factors.
template <class T> struct DistributedProduct {
    T alpha = 1;
    const OwnedTiles<T>& a; ///< by NodePlan::owner_of_a
    const OwnedTiles<T>& b; ///< by NodePlan::owner_of_b
    T beta = 0;
    OwnedTiles<T>& c; ///< by NodePlan::owner_of_c; without transposition
};

/// A product under way, as one process sees it.
struct Review {
    std::size_t slices = 0; ///< whose products are in C if it ends now
    MeasuredSpeed speed{};
    double setup_seconds = 0; ///< that it has taken to begin, but for memory
};

/// Collective: whether a product goes on with its zones (Rebalancer).
using GoesOn = std::function<bool(const Review& review)>;

struct NodeGemmOptions {
    /// Slices along k that may have copies at a time. Where the first slice is not 0 and receive_memory has no room for
    /// them, down to half as many.
    std::size_t window = 4;
    ReceiveMemory* receive_memory = nullptr; ///< for several products; null: it is taken for this one alone
    std::size_t first_slice = 0;             ///< products of those before are in C already
    /// Asked when the first slices are computed, so many that a process has 32 products there, and when twice as many
    /// are, four times, ...; as many more are submitted by then, so that workers do not wait for the answer. At least
    /// two slices are left. What was measured then also corrects the speeds that later plans of the Runtime count with.
    /// Null: nobody is asked.
    GoesOn goes_on = {};
    double planning_effort = 1;
    MPI_Comm communicator = MPI_COMM_WORLD; ///< on which tiles go: with the team's processes, by their numbers
    apps::Progress* progress = nullptr;     ///< of this process's tasks
    apps::Notify notify = {};
    /// Called with what fails while others wait for this process. Must be given, and must not return.
    std::function<void(std::exception_ptr)> end_all;
};

struct NodeGemmReport {
    apps::GemmReport local;         ///< of the zone, as a product by itself; its seconds since all have started
    double started = 0;             ///< when that was, in StarPU's microseconds
    std::size_t slices = 0;         ///< those before are in C: all, unless goes_on has said no
    MeasuredSpeed speed{};          ///< if somebody was to be asked
    nodes::Transfers transfers;     ///< over the network
    std::uint64_t copied_bytes = 0; ///< of received tiles that lay in memory at a time, at most
};

/// Whether StarPU-MPI can send the tiles: it counts bytes in int.
[[nodiscard]] bool can_be_sent(const nodes::NodeProblem& problem);

/// Floating-point operations per second of all workers of this process, for full tiles of the problem, whose speeds do
/// not matter. Throws as node_speeds() does.
[[nodiscard]] double process_speed(apps::Runtime& runtime, apps::Precision precision, const nodes::NodeProblem& problem,
                                   const apps::Notify& notify);

/// Throws InvalidInput for a strategy that cannot go slice by slice, as it needs all products at once, or several
/// copies of C: affinity strategies, reductions, three dimensions.
void require_slices(const apps::Runtime& runtime);

/// Collective; the same problem and plan on all. Blocks until this process's zone of C is complete, or goes_on
/// says no and the slices so far are. StarPU-MPI must run
/// (StarpuMpi). Throws, on the first process where it fails, while the others wait until that one ends them:
/// InvalidInput, before anything is sent, without an end_all and as require_slices() and gemm() do; Unavailable as
/// ReceiveBuffers does; RunFailure if a kernel fails, when all tasks are done.
template <class T> [[nodiscard]] NodeGemmReport multiply(apps::Runtime& runtime, const team::Team& team,
                                                         const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                                                         const DistributedProduct<T>& product,
                                                         const NodeGemmOptions& options);

extern template NodeGemmReport multiply<float>(apps::Runtime&, const team::Team&, const nodes::NodeProblem&,
                                               const nodes::NodePlan&, const DistributedProduct<float>&,
                                               const NodeGemmOptions&);
extern template NodeGemmReport multiply<double>(apps::Runtime&, const team::Team&, const nodes::NodeProblem&,
                                                const nodes::NodePlan&, const DistributedProduct<double>&,
                                                const NodeGemmOptions&);

} // namespace tangram::cluster
