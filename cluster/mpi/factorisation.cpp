#include "cluster/mpi/factorisation.hpp"

#include "base/error.hpp"
#include "cluster/driver/packet.hpp"
#include "cluster/driver/substitution.hpp"
#include "cluster/mpi/channel.hpp"
#include "cluster/mpi/rounds.hpp"
#include "cluster/mpi/team.hpp"
#include "cluster/team/agreed.hpp"

#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

namespace tangram::mpi {

namespace {

int rank_in(MPI_Comm communicator) {
    int rank = 0;
    check(MPI_Comm_rank(communicator, &rank));
    return rank;
}

/// To the other processes. Only the factorisation tells loads, so only there the exchange has a channel.
struct FactorisationLinks {
    FactorisationLinks(MPI_Comm communicator, std::size_t places)
        : exchange(communicator, places), application(communicator, places), rounds(communicator) {}

    Channel exchange;
    Channel application;
    Rounds rounds;
};

struct SolutionLinks {
    SolutionLinks(MPI_Comm communicator, std::size_t places) : channel(communicator, places), rounds(communicator) {}

    Channel channel;
    Rounds rounds;
};

/// What `run` returns with these links. If it throws they stay for ever: to their buffers MPI may write until all
/// processes are ended.
template <class Links, class Run> auto with_links(MPI_Comm communicator, std::size_t places, const Run& run) {
    auto links = std::make_unique<Links>(communicator, places);
    try {
        return run(*links);
    } catch (...) {
        (void)links.release();
        throw;
    }
}

/// Collective. The first pivot that cannot be used is told: later ones may follow from it.
void require_regular(MPI_Comm communicator, const std::optional<numerics::UnusablePivot>& mine) {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    const std::int64_t at = mine ? mine->at : none;
    std::int64_t first = at;
    check(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT64_T, MPI_MIN, communicator));
    team::require_all_succeeded(Team(communicator),
                                mine && at == first ? std::make_exception_ptr(RunFailure(mine->message)) : nullptr);
}

void send_course(const solver::Course& course, Channel& channel) {
    channel.send(0, driver::packed(course));
    while (!channel.is_idle()) {
        channel.progress();
        std::this_thread::yield();
    }
}

/// By process.
std::vector<solver::Course> received_courses(std::size_t processes, const solver::Course& mine, Channel& channel) {
    std::vector<solver::Course> courses(processes);
    courses[0] = mine;
    for (std::size_t others = processes - 1; others > 0;) {
        if (const std::optional<driver::Received> received = channel.receive()) {
            courses.at(static_cast<std::size_t>(received->from)) = driver::course(received->packet);
            --others;
        } else {
            std::this_thread::yield();
        }
    }
    return courses;
}

} // namespace

driver::Factorised factorise(const driver::System& system, const Variant& variant, MPI_Comm communicator) {
    solver::require_valid(variant.options);
    driver::Factorised factorised =
        with_links<FactorisationLinks>(communicator, variant.places, [&](FactorisationLinks& links) {
            return driver::factorise(rank_in(communicator), system, variant.options, variant.thread,
                                     {links.exchange, links.application, links.rounds}, variant.on_computation);
        });
    require_regular(communicator, factorised.factors.unusable_pivot);
    return factorised;
}

solver::Figures figures_of_all(const driver::System& system, const Variant& variant, const driver::Factorised& mine,
                               MPI_Comm communicator) {
    return with_links<Channel>(communicator, 1, [&](Channel& channel) -> solver::Figures {
        if (rank_in(communicator) != 0) {
            send_course(mine.course, channel);
            return {};
        }
        const std::vector<solver::Course> courses =
            received_courses(system.problem.mapping.processes, mine.course, channel);
        return solver::figures_of(courses, variant.options.strategy, solver::initial_loads(system.problem));
    });
}

std::vector<double> solve(const driver::System& system, const numerics::Factors& factors, std::span<const double> b,
                          std::size_t places, MPI_Comm communicator) {
    std::vector<double> x = with_links<SolutionLinks>(communicator, places, [&](SolutionLinks& links) {
        return driver::solve(rank_in(communicator), system, factors, b, links.channel, links.rounds);
    });
    check(MPI_Allreduce(MPI_IN_PLACE, x.data(), static_cast<int>(x.size()), MPI_DOUBLE, MPI_SUM, communicator));
    return x;
}

} // namespace tangram::mpi
