#pragma once

/// A product of distributed matrices: where it is computed, and the moves to there and back.
///
///     owners of C      --> NodePlan that computes each tile where it lies --.
///                                                                           |--> the faster one, as is estimated
///     zones by speeds  --> NodePlan by speeds ------------------------------'
///
/// Tiles of A and B that lie where the plan does not need them are moved before the product, those of C back behind it.
/// Tiles that stay are used where the program has them.

#include "apps/gemm/runtime/runtime.hpp"
#include "cluster/gemm/receive_buffers.hpp"
#include "cluster/interface/cluster.hpp"
#include "cluster/interface/given_product.hpp"
#include "cluster/team/team.hpp"

#include <cstdint>
#include <exception>
#include <functional>

#include <mpi.h>

namespace tangram::cluster {

/// What products of one Cluster have in common.
struct ClusterMeans {
    apps::Runtime& runtime;
    const team::Team& team;
    MPI_Comm communicator; ///< of the team, on which tiles go
    ReceiveMemory& receive_memory;
    double network_bytes_per_second;                                ///< that a process sends or receives at a time
    std::function<void(const std::exception_ptr& failure)> end_all; ///< ClusterOptions::end_all
};

/// Collective; StarPU-MPI must run. product: with sizes of at least 1. Throws on all processes alike before anything is
/// sent, as Cluster::gemm().
template <class T> [[nodiscard]] ClusterReport multiply(const ClusterMeans& means, GivenProduct<T>& product,
                                                        const ClusterGemmOptions& options);

extern template ClusterReport multiply(const ClusterMeans&, GivenProduct<float>&, const ClusterGemmOptions&);
extern template ClusterReport multiply(const ClusterMeans&, GivenProduct<double>&, const ClusterGemmOptions&);

} // namespace tangram::cluster
