#pragma once

/// Tiles of C in which all workers accumulate at once: each in a copy of its own, by StarPU's
/// reductions (STARPU_REDUX), which are made when a worker first needs one and added when the
/// tile's last product is done. For strategies that decide where a product is executed only
/// when it starts; plans make their own auxiliary tiles (Submission).

#include "apps/matrix.hpp"

#include <starpu.h>

namespace tangram::apps {

/// Tells StarPU how to begin and how to add copies of the tile. Its tasks must access it with
/// STARPU_REDUX from then on. What it holds already counts as one of the copies.
void share_accumulation(starpu_data_handle_t tile, Precision precision);

} // namespace tangram::apps
