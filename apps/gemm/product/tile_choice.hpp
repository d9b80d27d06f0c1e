#pragma once

/// GemmOptions::measures_tile: the tile size with which a product is done first, by an estimate for each candidate
/// (TiledEstimate).

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"

#include <cstdint>
#include <string>

namespace tangram::apps {

struct TileChoice {
    std::int64_t tile = 0;
    std::string reason; ///< one line for people
    bool calibrated_now = false;
};

/// Tries ever larger tiles until they take clearly longer, cannot be measured (devices' memory, say), or would take
/// over 10 seconds to calibrate, which the reason says. In simulation: the tiles that the platform has models of.
/// Throws InvalidInput for a simulated machine whose kernels are as fast with any tile (synthetic ones),
/// Unavailable if there is none to try (no models; a product so large that all are too many), and what
/// node_speeds throws.
TileChoice choose_measured_tile(Runtime& runtime, TileShape product, Precision precision, bool reads_c,
                                const Notify& notify);

} // namespace tangram::apps
