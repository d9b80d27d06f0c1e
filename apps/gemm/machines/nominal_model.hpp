#pragma once

/// The models of simulated machines whose speeds are given, not measured.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"

#include <cstdint>

namespace tangram::apps {

/// If the simulated platform has nominal speeds: writes StarPU's model `symbol` with
/// the time of a task of this shape, which StarPU will know by the footprint. To be
/// called before StarPU first asks for the model. Throws RunFailure if the file
/// cannot be written.
void write_nominal_model(const char* symbol, std::uint32_t footprint, TileShape shape, Precision precision);

} // namespace tangram::apps
