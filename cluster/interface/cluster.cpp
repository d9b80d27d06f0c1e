#include "cluster/interface/cluster.hpp"

#include "base/error.hpp"
#include "cluster/gemm/migration.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/gemm/receive_buffers.hpp"
#include "cluster/gemm/shared_cores.hpp"
#include "cluster/gemm/starpu_mpi.hpp"
#include "cluster/interface/distributed_gemm.hpp"
#include "cluster/interface/given_product.hpp"
#include "cluster/mpi/channel.hpp"
#include "cluster/mpi/host_share.hpp"
#include "cluster/mpi/team.hpp"
#include "cluster/team/all_or_none.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>

#include <starpu.h>

namespace tangram::cluster {

namespace {

/// A line, and the end of all processes.
[[noreturn]] void abort_all(const std::exception_ptr& failure) {
    constexpr int unavailable = 77;
    fmt::print(stderr, "tangram: {}\n", team::message_of(failure));
    MPI_Abort(MPI_COMM_WORLD, team::failure_of(failure) == team::Failure::unavailable ? unavailable : EXIT_FAILURE);
    std::abort(); // MPI_Abort does not return
}

/// What Cluster needs of the program's MPI.
void check_mpi() {
    int runs = 0;
    int has_ended = 0;
    if (MPI_Initialized(&runs) != MPI_SUCCESS || MPI_Finalized(&has_ended) != MPI_SUCCESS || runs == 0 ||
        has_ended != 0) {
        throw InvalidInput("MPI does not run: call MPI_Init_thread() before, with MPI_THREAD_MULTIPLE");
    }
    int level = MPI_THREAD_SINGLE;
    mpi::check(MPI_Query_thread(&level));
    if (level < MPI_THREAD_MULTIPLE) {
        throw Unavailable("MPI does not allow threads to call it at the same time: call MPI_Init_thread() with "
                          "MPI_THREAD_MULTIPLE");
    }
}

/// Throws on this process alone: all have the same MPI, and the same program.
void check_starpu() {
    check_starpu_mpi_environment();
    if (starpu_is_initialized() != 0) {
        throw InvalidInput("StarPU runs already: a Cluster starts it, and there is one at a time");
    }
}

/// All processes, apart from the program's own messages and errors.
class World {
  public:
    World() {
        check_mpi();
        check_starpu();
        mpi::check(MPI_Comm_dup(MPI_COMM_WORLD, &communicator_));
        mpi::errors_return(communicator_);
    }
    ~World() { MPI_Comm_free(&communicator_); }
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    [[nodiscard]] MPI_Comm communicator() const { return communicator_; }

  private:
    MPI_Comm communicator_ = MPI_COMM_NULL;
};

std::unique_ptr<apps::Runtime> started_runtime(const apps::RuntimeOptions& options) {
    auto runtime = std::make_unique<apps::Runtime>(options);
    require_slices(*runtime);
    return runtime;
}

/// Throws InvalidInput on all processes if one asks for another product than process 0.
void require_alike(const team::Team& team, std::uint64_t digest) {
    const std::uint64_t first = team::of_first(team, digest);
    team::all_or_none(team, [&] {
        if (digest != first) {
            throw InvalidInput("other arguments than on process 0: types, sizes, tiles, owners, factors and options "
                               "must be the same");
        }
    });
}

/// C = beta C, for products without a depth or with alpha = 0.
template <class T> void scale(OwnedTiles<T>& c, T beta) {
    c.for_each_stored([beta](const StoredPlace&, apps::MatrixView<T> tile) {
        for (std::int64_t column = 0; column < tile.columns; ++column) {
            T* const first = &tile(0, column);
            std::transform(first, first + tile.rows, first,
                           [beta](T value) { return beta == T{0} ? T{0} : beta * value; }); // NaN * 0 is not 0
        }
    });
}

} // namespace

class Cluster::State {
  public:
    explicit State(const ClusterOptions& options)
        : team_(world_.communicator()), host_(mpi::host_share(world_.communicator())),
          cores_(host_, team_.processes(), options.runtime.cpu_groups.has_value()),
          runtime_(team::all_or_none(team_, [&] { return started_runtime(options.runtime); })),
          starpu_mpi_(team::all_or_none(team_, [this] { return std::make_unique<StarpuMpi>(world_.communicator()); })),
          end_all_(options.end_all ? options.end_all : abort_all) {
        if (team_.me() == 0) {
            warn_of_binding(host_, options.runtime.notify);
        }
    }

    [[nodiscard]] const mpi::Team& team() const { return team_; }
    [[nodiscard]] std::size_t me() const { return static_cast<std::size_t>(team_.me()); }
    [[nodiscard]] std::size_t processes() const { return static_cast<std::size_t>(team_.processes()); }
    [[nodiscard]] apps::Runtime& runtime() { return *runtime_; }

    [[nodiscard]] ClusterMeans means() {
        return {*runtime_, team_, world_.communicator(), receive_memory_, bytes_per_second(), end_all_};
    }

  private:
    /// Measured when it is asked for first.
    [[nodiscard]] double bytes_per_second() {
        if (!bytes_per_second_) {
            try {
                bytes_per_second_ = network_bytes_per_second(team_, world_.communicator());
            } catch (...) { // others wait
                end_all_(std::current_exception());
                throw;
            }
        }
        return *bytes_per_second_;
    }

    World world_;
    mpi::Team team_;
    mpi::HostShare host_;
    SharedCores cores_;
    std::unique_ptr<apps::Runtime> runtime_;
    std::unique_ptr<StarpuMpi> starpu_mpi_;
    ReceiveMemory receive_memory_;
    std::function<void(const std::exception_ptr&)> end_all_;
    std::optional<double> bytes_per_second_;
};

Cluster::Cluster(const ClusterOptions& options) : state_(std::make_unique<State>(options)) {}

Cluster::~Cluster() = default;

std::size_t Cluster::me() const {
    return state_->me();
}

std::size_t Cluster::processes() const {
    return state_->processes();
}

apps::Runtime& Cluster::runtime() {
    return state_->runtime();
}

template <class T> ClusterReport Cluster::gemm(Transpose transa, Transpose transb, std::type_identity_t<T> alpha,
                                               const std::type_identity_t<DistributedMatrix<const T>>& a,
                                               const std::type_identity_t<DistributedMatrix<const T>>& b,
                                               std::type_identity_t<T> beta, const DistributedMatrix<T>& c,
                                               const ClusterGemmOptions& options) {
    GivenProduct<T> product = team::all_or_none(state_->team(), [&] {
        return GivenProduct<T>(transa, transb, alpha, a, b, beta, c, options, state_->me(), state_->processes());
    });
    require_alike(state_->team(), product.digest(options));
    const nodes::NodeProblem& problem = product.problem();
    if (problem.m == 0 || problem.n == 0) {
        return {};
    }
    if (problem.k == 0 || alpha == T{0}) {
        scale(product.c().tiles(), beta);
        return {};
    }
    return multiply(state_->means(), product, options);
}

template ClusterReport Cluster::gemm(Transpose, Transpose, float, const DistributedMatrix<const float>&,
                                     const DistributedMatrix<const float>&, float, const DistributedMatrix<float>&,
                                     const ClusterGemmOptions&);
template ClusterReport Cluster::gemm(Transpose, Transpose, double, const DistributedMatrix<const double>&,
                                     const DistributedMatrix<const double>&, double, const DistributedMatrix<double>&,
                                     const ClusterGemmOptions&);

} // namespace tangram::cluster
