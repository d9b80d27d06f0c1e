#pragma once

#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/team/team.hpp"

#include <cstdint>

namespace tangram::cluster {

/// Freivalds' residual (apps/gemm/matrix/verify.hpp) of a product whose tiles lie on several processes. Collective, the
/// same on all. c0: C before the product, not read where beta is 0. Communicates O(m + n + k) numbers; O((m k + k n + m
/// n) / processes) time. NaN also where C holds an infinity or NaN, and norms of A and B do not rule it out that an
/// element of the product is too large for T.
template <class T> [[nodiscard]] double residual_freivalds(const DistributedProduct<T>& product,
                                                           const OwnedTiles<T>& c0, std::uint64_t seed);

/// The residual against OpenBLAS's own GEMM, for small products: process 0 gets all tiles and computes it. Collective,
/// the same on all. Throws as apps::residual_full(), on process 0, while the others wait until that one ends them; and
/// Unavailable on the first process that has no memory for the whole matrices. O(m n k) time.
template <class T> [[nodiscard]] double residual_full(const DistributedProduct<T>& product, const OwnedTiles<T>& c0,
                                                      const team::Team& team);

extern template double residual_full<float>(const DistributedProduct<float>&, const OwnedTiles<float>&,
                                            const team::Team&);
extern template double residual_full<double>(const DistributedProduct<double>&, const OwnedTiles<double>&,
                                             const team::Team&);
extern template double residual_freivalds<float>(const DistributedProduct<float>&, const OwnedTiles<float>&,
                                                 std::uint64_t);
extern template double residual_freivalds<double>(const DistributedProduct<double>&, const OwnedTiles<double>&,
                                                  std::uint64_t);

} // namespace tangram::cluster
