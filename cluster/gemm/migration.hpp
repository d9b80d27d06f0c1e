#pragma once

/// Tiles that change their owners, by StarPU-MPI.

#include "cluster/gemm/operands.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/team/team.hpp"

#include <cstddef>

namespace tangram::cluster {

/// Collective: a matrix with tiles by owner, which are not initialised. allocate: as OwnedTiles takes it. Throws what
/// OwnedTiles does, on the first process where it does.
template <class T> [[nodiscard]] OwnedTiles<T> tiles_by_owner(const TiledShape& shape, const Owner& owner,
                                                              const team::Team& team, const Allocate& allocate = {});

/// Collective: the matrix with tiles by `after`, which has them by `before`. Both are in memory meanwhile. No task or
/// message may use it. StarPU-MPI must run. Throws as tiles_by_owner(), before anything is sent; RunFailure if
/// StarPU-MPI refuses a message, while others wait.
template <class T> [[nodiscard]] OwnedTiles<T> migrated(const OwnedTiles<T>& matrix, const Owner& before,
                                                        const Owner& after, const team::Team& team,
                                                        const Allocate& allocate = {});

/// Collective: bytes per second that each process sends to the next one while all do, the slowest of them, by four
/// messages of 1 MiB. Infinite for a single process. Throws Unavailable if memory is short, RunFailure as migrated().
[[nodiscard]] double network_bytes_per_second(const team::Team& team);

extern template OwnedTiles<float> tiles_by_owner(const TiledShape&, const Owner&, const team::Team&, const Allocate&);
extern template OwnedTiles<double> tiles_by_owner(const TiledShape&, const Owner&, const team::Team&, const Allocate&);
extern template OwnedTiles<float> migrated(const OwnedTiles<float>&, const Owner&, const Owner&, const team::Team&,
                                           const Allocate&);
extern template OwnedTiles<double> migrated(const OwnedTiles<double>&, const Owner&, const Owner&, const team::Team&,
                                            const Allocate&);

} // namespace tangram::cluster
