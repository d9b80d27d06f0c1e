/// A kernel that fails on one process in the middle of a product ends all, by the program's own end_all:
/// cluster_failure, under MPI, ends with 42.

#include "cluster/interface/cluster.hpp"

#include "tests/cluster/interface/distributed_scene.hpp"
#include "tests/cluster/interface/mpi_program.hpp"

#include <cblas.h>

#include <atomic>

#include <dlfcn.h>

namespace {

std::atomic<bool> fails = false;

} // namespace

/// In the place of BLAS's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): theirs are upper case
extern "C" void cblas_dgemm(const CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE transa, const CBLAS_TRANSPOSE transb,
                            const blasint m, const blasint n, const blasint k, const double alpha, const double* a,
                            const blasint lda, const double* b, const blasint ldb, const double beta, double* c,
                            const blasint ldc) {
    if (fails) {
        throw std::runtime_error("this BLAS fails");
    }
    using Dgemm = decltype(&cblas_dgemm);
    reinterpret_cast<Dgemm>(dlsym(RTLD_NEXT, "cblas_dgemm"))(layout, transa, transb, m, n, k, alpha, a, lda, b, ldb,
                                                             beta, c, ldc);
}

namespace tangram::cluster {

namespace {

[[noreturn]] void end_all(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& error) {
        fmt::print(stderr, "the program heard of: {}\n", error.what());
    }
    MPI_Abort(MPI_COMM_WORLD, 42);
    std::abort(); // MPI_Abort does not return
}

void run() {
    Cluster cluster({.end_all = end_all});
    constexpr std::int64_t size = 256;
    const BlockCyclic layout{.rows = size, .columns = size, .block = 16, .grid = {cluster.processes(), 1}};
    const BlockCyclicPart<double> a(layout, cluster.me());
    const BlockCyclicPart<double> c(layout, cluster.me());
    const auto multiply = [&] {
        cluster.gemm(Transpose::no, Transpose::no, 1.0, a.matrix(), a.matrix(), 0.0, c.matrix());
    };
    multiply(); // there are models of the kernel now
    fails = cluster.me() == 1;
    multiply();
}

} // namespace

} // namespace tangram::cluster

int main(int argc, char** argv) {
    using namespace tangram::cluster;
    const Mpi mpi(argc, argv);
    or_end_all("cluster_failure", run);
    return EXIT_SUCCESS;
}
