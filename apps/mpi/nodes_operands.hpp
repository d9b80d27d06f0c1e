#pragma once

/// The matrices of `tangram-mpi gemm`: each process reads, draws and writes the tiles that it owns.

#include "apps/command/gemm_arguments.hpp"
#include "apps/command/gemm_problem.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/gemm/placed_operands.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/team/team.hpp"

#include <cstddef>
#include <string>

namespace tangram::apps {

template <class T> class NodesOperands {
  public:
    /// Of process `me`. Throws as NpyPartsReader, and Unavailable if the machine has too little memory.
    NodesOperands(const GemmArguments& arguments, const GemmProblem& product, const nodes::NodeProblem& problem,
                  const nodes::NodePlan& plan, std::size_t me);

    NodesOperands(const NodesOperands&) = delete;
    NodesOperands& operator=(const NodesOperands&) = delete;
    ~NodesOperands() = default;

    /// C as it is before the product; where it is not read, what shows that it is never written.
    void reset_c();

    [[nodiscard]] cluster::PlacedOperands<T>& placed() { return placed_; }

  private:
    cluster::PlacedOperands<T> placed_;
};

/// Collective. Writes C to a .npy file, complete or not at all. The processes write their parts one after the other, in
/// the file that process 0 has begun: all must see its folder, and hosts that share one by NFS see what others wrote
/// only once they have closed it. Throws RunFailure on a process that cannot.
template <class T> void write_distributed(const std::string& path, Layout layout, const cluster::OwnedTiles<T>& matrix,
                                          const team::Team& team);

extern template class NodesOperands<float>;
extern template class NodesOperands<double>;
extern template void write_distributed<float>(const std::string&, Layout, const cluster::OwnedTiles<float>&,
                                              const team::Team&);
extern template void write_distributed<double>(const std::string&, Layout, const cluster::OwnedTiles<double>&,
                                               const team::Team&);

} // namespace tangram::apps
