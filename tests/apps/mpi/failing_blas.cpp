/// A BLAS whose product fails in process 1 of Open MPI's, to be preloaded.

#include <cblas.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include <dlfcn.h>

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): theirs are upper case
extern "C" void cblas_dgemm(const CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE transa, const CBLAS_TRANSPOSE transb,
                            const blasint m, const blasint n, const blasint k, const double alpha, const double* a,
                            const blasint lda, const double* b, const blasint ldb, const double beta, double* c,
                            const blasint ldc) {
    const char* const process = std::getenv("OMPI_COMM_WORLD_RANK");
    if (process != nullptr && std::string_view(process) == "1") {
        throw std::runtime_error("this BLAS fails");
    }
    using Dgemm = decltype(&cblas_dgemm);
    reinterpret_cast<Dgemm>(dlsym(RTLD_NEXT, "cblas_dgemm"))(layout, transa, transb, m, n, k, alpha, a, lda, b, ldb,
                                                             beta, c, ldc);
}
