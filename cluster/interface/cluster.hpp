#pragma once

/// Products of matrices that a program has dealt out to its processes in its own way, as ScaLAPACK does (BlockCyclic):
///
///     MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
///     {
///         Cluster cluster;                                   // StarPU and StarPU-MPI, until the end of the scope
///         cluster.gemm(Transpose::no, Transpose::no, 1.0, a, b, 0.0, c);
///     }
///     MPI_Finalize();
///
/// C is computed where it lies, each process its tiles, or in zones by the processes' speeds, to which tiles are moved
/// and from which those of C come back, whichever is estimated to be faster.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/progress.hpp"
#include "cluster/interface/distributed_matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tangram::cluster {

struct ClusterOptions {
    apps::RuntimeOptions runtime{};

    /// Called on a process where something fails while others wait for it, so that all must end. Must not return. By
    /// default it says in a line what has failed, and calls MPI_Abort with 77 for Unavailable and 1 for all else.
    std::function<void(const std::exception_ptr& failure)> end_all{};
};

enum class Place {
    faster,    ///< as is estimated
    c_stays,   ///< the owner of a tile of C computes it
    by_speeds, ///< zones in proportion to the processes' speeds
};

struct ClusterGemmOptions {
    Place place = Place::faster;
    std::string zones = "nrrp";          ///< for by_speeds: what --nodes of tangram-mpi gemm takes
    std::vector<double> speeds{};        ///< of the processes, in any unit; empty: by the models of their kernels
    std::optional<std::size_t> window{}; ///< slices of k that may have copies at a time; unset: as there is memory
    apps::Progress* progress = nullptr;  ///< of this process's tasks; it may differ between processes
    apps::Notify notify{};               ///< lines about calibration, if given; it may differ between processes
};

struct ClusterReport {
    apps::GemmReport local;                    ///< of this process's zone, as a product by itself
    Place place = Place::c_stays;              ///< or by_speeds
    double seconds_c_stays = 0;                ///< estimated, moves included
    std::optional<double> seconds_by_speeds{}; ///< likewise; nothing if not asked for, or if no zones could be faster
    std::size_t window = 0;                    ///< as in the options
    std::uint64_t bytes_in = 0;                ///< of tiles that this process received for its products
    std::uint64_t bytes_out = 0;               ///< ... and sent
    std::uint64_t bytes_moved = 0; ///< of tiles that changed their owner before the product, or back behind it; of all
};

/// The processes of MPI_COMM_WORLD, each with a Runtime. All calls are collective, the constructor and the destructor,
/// too, and come from one thread of each process. Tiles go on a communicator of their own. While it lives, processes
/// that share cores have as many threads of OpenMP's as their part of them.
class Cluster {
  public:
    /// MPI must run, and allow threads to call it at the same time; StarPU must not. Throws on all processes alike:
    /// InvalidInput without MPI or beside another StarPU, and for what Runtime refuses or a strategy that cannot go
    /// slice by slice (affinity, reductions, three dimensions); Unavailable for an MPI without MPI_THREAD_MULTIPLE; and
    /// what else Runtime throws.
    explicit Cluster(const ClusterOptions& options = {});
    /// Waits for all processes: a program that ends one of them alone, as by an exception, must end all.
    ~Cluster();
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    [[nodiscard]] std::size_t me() const;        ///< this process's number in MPI_COMM_WORLD
    [[nodiscard]] std::size_t processes() const; ///< how many there are
    [[nodiscard]] apps::Runtime& runtime();      ///< this process's, to page-lock its matrices, say (PinnedMatrices)

    /// C = alpha op(A) op(B) + beta C; returns what it took when this process's tiles of C are complete.
    ///
    /// a is m x k as stored, or k x m where transa is yes; b is k x n, or n x k; c is m x n, all in tiles of the same
    /// side. As in BLAS, zero sizes return at once, k = 0 or alpha = 0 do not read A and B, and beta = 0 does not read
    /// C. Memory: copies of received tiles (ClusterGemmOptions::window), and tiles that move. Place::faster takes
    /// by_speeds where that is estimated to save 5% and the hosts have room for what moves.
    ///
    /// Throws on all processes alike, before anything is sent: InvalidInput for sizes that do not fit each other, tiles
    /// that are too many (apps::max_tiles, max_tasks, of each process) or of 2 GiB or more, owners that do not exist,
    /// tiles of this process that are not where at() says, a tile of C that is one of A, of B or of C, too, other
    /// arguments than on process 0, zones and speeds that do not exist; Unavailable for too little memory for what
    /// moves; and what apps::node_speeds() throws. What fails later, while others wait, as a kernel, ends all processes
    /// (ClusterOptions::end_all).
    template <class T> ClusterReport gemm(Transpose transa, Transpose transb, std::type_identity_t<T> alpha,
                                          const std::type_identity_t<DistributedMatrix<const T>>& a,
                                          const std::type_identity_t<DistributedMatrix<const T>>& b,
                                          std::type_identity_t<T> beta, const DistributedMatrix<T>& c,
                                          const ClusterGemmOptions& options = {});

  private:
    class State;
    std::unique_ptr<State> state_;
};

extern template ClusterReport Cluster::gemm(Transpose, Transpose, float, const DistributedMatrix<const float>&,
                                            const DistributedMatrix<const float>&, float,
                                            const DistributedMatrix<float>&, const ClusterGemmOptions&);
extern template ClusterReport Cluster::gemm(Transpose, Transpose, double, const DistributedMatrix<const double>&,
                                            const DistributedMatrix<const double>&, double,
                                            const DistributedMatrix<double>&, const ClusterGemmOptions&);

} // namespace tangram::cluster
