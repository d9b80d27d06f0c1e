#include "cluster/gemm/shared_cores.hpp"

#include "apps/gemm/runtime/cpu_binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <omp.h>

namespace tangram::cluster {

SharedCores::SharedCores(const mpi::HostShare& host, int processes, bool has_cpu_groups)
    : openmp_threads_(omp_get_max_threads()) {
    const unsigned cores = apps::cores_of_starpu().count;
    const bool has_workers = has_cpu_groups || std::getenv("TANGRAM_CPU_GROUPS") != nullptr ||
                             std::getenv("STARPU_NCPU") != nullptr || std::getenv("STARPU_NCPUS") != nullptr;
    if (host.shares_cores) {
        set_unless_given("STARPU_WORKERS_NOBIND", "1");
        set_unless_given("STARPU_MPI_NOBIND", "1");
        const unsigned share = std::max(1U, static_cast<unsigned>(host.share * cores + 1e-9));
        if (!has_workers) {
            set_unless_given("STARPU_NCPU", fmt::format("{}", share));
        }
        if (std::getenv("OMP_NUM_THREADS") == nullptr) {
            omp_set_num_threads(static_cast<int>(share));
        }
    } else if (processes > 1 && cores == 1) {
        set_unless_given("STARPU_MPI_NOBIND", "1"); // the worker has the core
    } else if (processes > 1 && !has_workers) {
        set_unless_given("STARPU_RESERVE_NCPU", "1");
    }
}

SharedCores::~SharedCores() {
    omp_set_num_threads(openmp_threads_);
}

void SharedCores::set_unless_given(const char* name, const std::string& value) {
    if (std::getenv(name) == nullptr) {
        variables_.emplace_back(name, value);
    }
}

void warn_of_binding(const mpi::HostShare& host, const apps::Notify& notify) {
    if (notify && host.threads < host.launcher_threads) {
        notify(fmt::format("warning: mpirun has bound the processes of this host to {} of its {} hardware threads; "
                           "--bind-to none lets them use all",
                           host.threads, host.launcher_threads));
    }
}

} // namespace tangram::cluster
