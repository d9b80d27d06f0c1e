#pragma once

/// Tiles that change their owners, by StarPU-MPI.

#include "cluster/gemm/operands.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/team/team.hpp"

#include <cstddef>

#include <mpi.h>

namespace tangram::cluster {

/// Collective: a matrix with tiles by owner, which are not initialised. allocate: as OwnedTiles takes it. Throws what
/// OwnedTiles does, on the first process where it does.
template <class T> [[nodiscard]] OwnedTiles<T> tiles_by_owner(const TiledShape& shape, const nodes::Owner& owner,
                                                              const team::Team& team, const Allocate& allocate = {});

/// Collective: the tiles of a matrix, which `before` has in `from`, to where `after` has them in `to`. A tile that
/// stays with its process is copied, unless it lies in the same memory. Nothing else may use either meanwhile.
/// communicator: as in NodeGemmOptions. StarPU-MPI must run. Throws RunFailure if StarPU-MPI refuses a message, while
/// others wait.
template <class T> void move_tiles(const OwnedTiles<T>& from, const nodes::Owner& before, OwnedTiles<T>& to,
                                   const nodes::Owner& after, MPI_Comm communicator = MPI_COMM_WORLD);

/// Collective: the matrix with tiles by `after`, which has them by `before`. Both are in memory meanwhile. No task or
/// message may use it. StarPU-MPI must run. Throws as tiles_by_owner(), before anything is sent; RunFailure if
/// StarPU-MPI refuses a message, while others wait.
template <class T> [[nodiscard]] OwnedTiles<T> migrated(const OwnedTiles<T>& matrix, const nodes::Owner& before,
                                                        const nodes::Owner& after, const team::Team& team,
                                                        const Allocate& allocate = {});

/// Collective: bytes per second that each process sends to the next one while all do, the slowest of them, by four
/// messages of 1 MiB. Infinite for a single process. Throws Unavailable if memory is short, RunFailure as migrated().
[[nodiscard]] double network_bytes_per_second(const team::Team& team, MPI_Comm communicator = MPI_COMM_WORLD);

extern template OwnedTiles<float> tiles_by_owner(const TiledShape&, const nodes::Owner&, const team::Team&,
                                                 const Allocate&);
extern template OwnedTiles<double> tiles_by_owner(const TiledShape&, const nodes::Owner&, const team::Team&,
                                                  const Allocate&);
extern template void move_tiles(const OwnedTiles<float>&, const nodes::Owner&, OwnedTiles<float>&, const nodes::Owner&,
                                MPI_Comm);
extern template void move_tiles(const OwnedTiles<double>&, const nodes::Owner&, OwnedTiles<double>&,
                                const nodes::Owner&, MPI_Comm);
extern template OwnedTiles<float> migrated(const OwnedTiles<float>&, const nodes::Owner&, const nodes::Owner&,
                                           const team::Team&, const Allocate&);
extern template OwnedTiles<double> migrated(const OwnedTiles<double>&, const nodes::Owner&, const nodes::Owner&,
                                            const team::Team&, const Allocate&);

} // namespace tangram::cluster
