#include "cluster/interface/distributed_gemm.hpp"

#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/reserve.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/error.hpp"
#include "cluster/gemm/migration.hpp"
#include "cluster/gemm/needed_memory.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/gemm/zones_of_first.hpp"
#include "cluster/mpi/host_share.hpp"
#include "cluster/nodes/local_zone.hpp"
#include "cluster/nodes/node_zones.hpp"
#include "cluster/nodes/rebalancing.hpp"
#include "cluster/team/agreed.hpp"
#include "cluster/team/all_or_none.hpp"
#include "partition/base/work_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::cluster {

namespace {

using Migration = std::vector<nodes::Transfers>; ///< by process

double sum(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

std::uint64_t moved_bytes(const Migration& migration) {
    return std::accumulate(
        migration.begin(), migration.end(), std::uint64_t{0},
        [](std::uint64_t bytes, const nodes::Transfers& process) { return bytes + process.bytes_in; });
}

/// A plan, and what goes before and behind it.
struct Candidate {
    nodes::NodePlan plan;
    Migration before; ///< A, B, and C if it is read
    Migration behind; ///< C
    double seconds;   ///< estimated, of all of it
};

/// A matrix where a plan needs it: the program's tiles where they stay, others in memory of its own.
template <class T> class Placed {
  public:
    Placed(GivenMatrix<T>& given, const nodes::Owner& after, const team::Team& team, MPI_Comm communicator)
        : given_(given), after_(after), communicator_(communicator),
          tiles_(given.tiles(), [&](std::int64_t i, std::int64_t j) {
              return after(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) ==
                     static_cast<std::size_t>(team.me());
          }) {}

    [[nodiscard]] OwnedTiles<T>& tiles() { return tiles_; }

    /// Collective.
    void fetch() { move_tiles(given_.tiles(), given_.owner(), tiles_, after_, communicator_); }
    void bring_back() { move_tiles(tiles_, after_, given_.tiles(), given_.owner(), communicator_); }

  private:
    GivenMatrix<T>& given_;
    nodes::Owner after_;
    MPI_Comm communicator_;
    OwnedTiles<T> tiles_;
};

template <class T> class DistributedRun {
  public:
    DistributedRun(const ClusterMeans& means, GivenProduct<T>& product, const ClusterGemmOptions& options)
        : means_(means), team_(means.team), product_(product), options_(options), problem_(product.problem()),
          available_(available_bytes()) {}

    ClusterReport run() {
        const std::vector<double> measured = measured_speeds();
        problem_.speeds = options_.speeds.empty() ? measured : options_.speeds;
        pace_ = {sum(measured) / sum(problem_.speeds), means_.network_bytes_per_second};
        Candidate chosen = team::all_or_none(team_, [&] { return candidate(zones_of_c()); });
        report_.seconds_c_stays = chosen.seconds;
        if (std::optional<Candidate> by_speeds = found_by_speeds(chosen.seconds)) {
            report_.seconds_by_speeds = by_speeds->seconds;
            if (is_chosen(*by_speeds, chosen)) {
                report_.place = Place::by_speeds;
                chosen = std::move(*by_speeds);
            }
        }
        require_feasible(chosen);
        try {
            compute(chosen);
        } catch (...) { // others wait
            means_.end_all(std::current_exception());
            throw;
        }
        return std::move(report_);
    }

  private:
    /// Collective. Of this host: what is free, or taken by earlier products for received tiles.
    [[nodiscard]] std::uint64_t available_bytes() const {
        const std::uint64_t taken = mpi::sum_over_host(means_.communicator, means_.receive_memory.bytes());
        const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - taken;
        return std::min(apps::available_memory(apps::reserve_of_workers()).value_or(most), most) + taken;
    }

    [[nodiscard]] std::size_t me() const { return static_cast<std::size_t>(team_.me()); }

    [[nodiscard]] std::vector<double> measured_speeds() const {
        return team::gathered(team_, team::all_or_none(team_, [&] {
                                  return process_speed(means_.runtime, apps::precision_of<T>(), problem_,
                                                       options_.notify);
                              }));
    }

    [[nodiscard]] partition::Allocation zones_of_c() const {
        return {"c-stays", static_cast<std::size_t>(problem_.rows().count()),
                static_cast<std::size_t>(problem_.columns().count()), static_cast<std::size_t>(team_.processes()),
                product_.c().owners()};
    }

    /// Collective. Nothing if it is not asked for, or cannot pay whatever the zones. The search may take a tenth of
    /// what perfect balance would save.
    [[nodiscard]] std::optional<Candidate> found_by_speeds(double seconds_c_stays) const {
        const double gain = (1 - pace_.least_gain) * seconds_c_stays - nodes::least_product_seconds(problem_, pace_);
        const bool may_pay = team::of_first(team_, static_cast<char>(gain > 0 ? 1 : 0)) != 0;
        if (options_.place == Place::c_stays || (options_.place == Place::faster && !may_pay)) {
            return std::nullopt;
        }
        constexpr double part_of_gain = 0.1;
        partition::WorkBudget budget(part_of_gain * gain * partition::work_of_second);
        partition::WorkBudget* const limit = options_.place == Place::faster ? &budget : nullptr;
        partition::Allocation zones = team::all_or_none(
            team_, [&] { return team_.me() == 0 ? nodes::node_zones(options_.zones, problem_, limit) : zones_of_c(); });
        zones = zones_of_first(team_, std::move(zones));
        return team::all_or_none(team_, [&] { return candidate(std::move(zones)); });
    }

    [[nodiscard]] Candidate candidate(partition::Allocation zones) const {
        const nodes::Owners given = product_.owners();
        nodes::NodePlan plan(problem_, std::move(zones), given);
        const nodes::Owners after = plan.owners();
        const Migration before = nodes::migration(problem_, given, after, reads_c() ? 1 : 0);
        const Migration behind = nodes::migration(problem_, after, {after.a, after.b, given.c}, 1);
        const double seconds = nodes::migration_seconds(before, pace_) + nodes::product_seconds(problem_, plan, pace_) +
                               nodes::migration_seconds(behind, pace_);
        return {std::move(plan), before, behind, seconds};
    }

    [[nodiscard]] bool reads_c() const { return product_.beta() != T{0}; }

    /// Collective. Less than the least gain would be lost in the noise of measured speeds.
    [[nodiscard]] bool is_chosen(const Candidate& by_speeds, const Candidate& c_stays) const {
        if (options_.place == Place::by_speeds) {
            return true;
        }
        const bool has_room = arriving_bytes_of_host(by_speeds) <= available_;
        const bool pays = by_speeds.seconds < (1 - pace_.least_gain) * c_stays.seconds;
        return team::least(team_, static_cast<char>(pays && has_room ? 1 : 0)) != 0;
    }

    /// Collective. Of tiles that come to this host's processes for the product.
    [[nodiscard]] std::uint64_t arriving_bytes_of_host(const Candidate& candidate) const {
        const std::uint64_t c = reads_c() ? 0 : candidate.behind[me()].bytes_out; // else it is among those before
        return mpi::sum_over_host(means_.communicator, candidate.before[me()].bytes_in + c);
    }

    /// Collective. Throws on all processes alike.
    void require_feasible(const Candidate& candidate) const {
        const std::uint64_t bytes = arriving_bytes_of_host(candidate);
        team::all_or_none(team_, [&] {
            if (bytes > available_) {
                throw Unavailable(fmt::format("out of memory: tiles that move to this host's processes need {}, {} are "
                                              "available",
                                              apps::format_bytes(static_cast<double>(bytes)),
                                              apps::format_bytes(static_cast<double>(available_))));
            }
            const nodes::LocalZone zone = nodes::local_zone(candidate.plan, me());
            if (zone.tiles() > 0) {
                apps::tile_grid(nodes::put_together(problem_.rows(), zone.rows).size,
                                nodes::put_together(problem_.columns(), zone.columns).size, problem_.k, problem_.tile);
            }
        });
    }

    void compute(const Candidate& chosen) {
        const nodes::Owners after = chosen.plan.owners();
        report_.window = window(chosen);
        Placed<T> a(product_.a(), after.a, team_, means_.communicator);
        Placed<T> b(product_.b(), after.b, team_, means_.communicator);
        Placed<T> c(product_.c(), after.c, team_, means_.communicator);
        a.fetch();
        b.fetch();
        if (reads_c()) {
            c.fetch();
        }
        NodeGemmReport product =
            cluster::multiply<T>(means_.runtime, team_, problem_, chosen.plan,
                                 {product_.alpha(), a.tiles(), b.tiles(), product_.beta(), c.tiles()}, node_options());
        if (moved_bytes(chosen.behind) > 0) {
            team_.wait_for_all(); // tiles that came early would lie in buffers of StarPU-MPI's
            c.bring_back();
        }
        report_.local = std::move(product.local);
        report_.bytes_in = product.transfers.bytes_in;
        report_.bytes_out = product.transfers.bytes_out;
        report_.bytes_moved = moved_bytes(chosen.before) + moved_bytes(chosen.behind);
    }

    [[nodiscard]] NodeGemmOptions node_options() const {
        return {.window = report_.window,
                .receive_memory = &means_.receive_memory,
                .communicator = means_.communicator,
                .progress = options_.progress,
                .notify = options_.notify,
                .end_all = means_.end_all};
    }

    /// Collective: the fewest slices that a host has room for, beside the tiles that come.
    [[nodiscard]] std::size_t window(const Candidate& chosen) const {
        const auto depth = static_cast<std::size_t>(problem_.depth().count());
        const BytesNeeded mine = bytes_needed(problem_, chosen.plan, me(), false);
        const BytesNeeded host{arriving_bytes_of_host(chosen), mpi::sum_over_host(means_.communicator, mine.slice)};
        const std::size_t fitting = team::least(team_, fitting_window(host, available_, depth));
        return std::min(options_.window.value_or(fitting), depth);
    }

    const ClusterMeans& means_;
    const team::Team& team_;
    GivenProduct<T>& product_;
    const ClusterGemmOptions& options_;
    nodes::NodeProblem problem_;
    std::uint64_t available_;
    nodes::Pace pace_;
    ClusterReport report_;
};

} // namespace

template <class T>
ClusterReport multiply(const ClusterMeans& means, GivenProduct<T>& product, const ClusterGemmOptions& options) {
    return DistributedRun<T>(means, product, options).run();
}

template ClusterReport multiply(const ClusterMeans&, GivenProduct<float>&, const ClusterGemmOptions&);
template ClusterReport multiply(const ClusterMeans&, GivenProduct<double>&, const ClusterGemmOptions&);

} // namespace tangram::cluster
