/// The driver's library, which programs look for before they start CUDA; its only call says which CUDA it knows.

#include <cuda.h>

// NOLINTNEXTLINE(readability-identifier-naming): CUDA's name
extern "C" CUresult cuDriverGetVersion(int* version) {
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}
