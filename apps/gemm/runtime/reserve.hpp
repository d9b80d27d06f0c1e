#pragma once

/// What matrices must leave to the libraries that a product needs.

#include "apps/gemm/support/available_memory.hpp"

namespace tangram::apps {

/// For the threads that StarPU and OpenMP will start here: as many CPU workers as STARPU_NCPU says, else one for each
/// processor that this process may use; two of drivers; OpenMP's of the main thread (OMP_NUM_THREADS). For as many of
/// these as there are processors OpenBLAS has taken buffers when it was loaded. Nothing once StarPU runs: what is used
/// then is known.
LibraryReserve reserve_before_start();

/// Once StarPU runs: for the buffers that OpenBLAS takes when CPU workers call it first. They are counted also where
/// they are taken already, as OpenBLAS does not tell.
LibraryReserve reserve_of_workers();

/// Before StarPU starts: throws Unavailable where nothing is left beside that, or limits do not let this process start
/// the threads of StarPU's workers and drivers, which would abort.
void check_reserve();

} // namespace tangram::apps
