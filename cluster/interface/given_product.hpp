#pragma once

/// The arguments of Cluster::gemm(), once they are found to be right: each tile's owner, and where this process's lie.

#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/interface/cluster.hpp"
#include "cluster/interface/distributed_matrix.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/nodes/owners.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::cluster {

/// op() of a matrix.
template <class T> class GivenMatrix {
  public:
    /// Of process `me`. The tiles of an input are not written to, though they may be. Throws InvalidInput, with the
    /// matrix's name, for a matrix without a tile size or a function, more tiles than processes can have, owners that
    /// do not exist, and tiles of this process that are not where at() says; and what its functions throw. O(tiles).
    template <class U> GivenMatrix(const char* name, const DistributedMatrix<U>& matrix, Transpose transpose,
                                   std::size_t me, std::size_t processes);

    [[nodiscard]] const TiledShape& shape() const { return tiles_.shape(); }
    [[nodiscard]] OwnedTiles<T>& tiles() { return tiles_; }
    [[nodiscard]] const OwnedTiles<T>& tiles() const { return tiles_; }
    [[nodiscard]] const std::vector<std::size_t>& owners() const { return owners_; } ///< of op(), row by row
    [[nodiscard]] nodes::Owner owner() const; ///< of tile (i, j) of op(), as long as this lives

  private:
    template <class U> GivenMatrix(const char* name, const DistributedMatrix<U>& matrix, const TiledShape& shape,
                                   std::size_t me, std::size_t processes);

    std::vector<std::size_t> owners_;
    OwnedTiles<T> tiles_;
};

template <class T> class GivenProduct {
  public:
    /// The arguments of Cluster::gemm(), in process `me`. Throws InvalidInput as GivenMatrix, and for sizes and tiles
    /// that do not fit each other or cannot be sent, a tile of C that is one of A, of B or of C, too, and options that
    /// are out of range. O(tiles).
    GivenProduct(Transpose transa, Transpose transb, T alpha, const DistributedMatrix<const T>& a,
                 const DistributedMatrix<const T>& b, T beta, const DistributedMatrix<T>& c,
                 const ClusterGemmOptions& options, std::size_t me, std::size_t processes);

    [[nodiscard]] const nodes::NodeProblem& problem() const { return problem_; } ///< with speeds still to be set
    [[nodiscard]] T alpha() const { return alpha_; }
    [[nodiscard]] T beta() const { return beta_; }
    [[nodiscard]] GivenMatrix<T>& a() { return a_; }
    [[nodiscard]] GivenMatrix<T>& b() { return b_; }
    [[nodiscard]] GivenMatrix<T>& c() { return c_; }
    [[nodiscard]] nodes::Owners owners() const { return {a_.owner(), b_.owner(), c_.owner()}; }

    /// Of all that must be the same on all processes, by which they tell whether it is. O(tiles).
    [[nodiscard]] std::uint64_t digest(const ClusterGemmOptions& options) const;

  private:
    T alpha_;
    T beta_;
    GivenMatrix<T> a_, b_, c_;
    nodes::NodeProblem problem_;
};

extern template class GivenMatrix<float>;
extern template class GivenMatrix<double>;
extern template class GivenProduct<float>;
extern template class GivenProduct<double>;

} // namespace tangram::cluster
