#include "cluster/mpi/factorisation.hpp"

#include "cluster/driver/substitution.hpp"
#include "cluster/mpi/channel.hpp"
#include "cluster/mpi/rounds.hpp"

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

struct Links {
    Links(MPI_Comm communicator, std::size_t places)
        : exchange(communicator, places), application(communicator, places), rounds(communicator) {}

    Channel exchange;
    Channel application;
    Rounds rounds;
};

} // namespace

driver::Factorised factorise(const driver::System& system, const Variant& variant, MPI_Comm communicator) {
    solver::require_valid(variant.options);
    auto links = std::make_unique<Links>(communicator, variant.places);
    try {
        return driver::factorise(rank_in(communicator), system, variant.options, variant.thread,
                                 {links->exchange, links->application, links->rounds});
    } catch (...) {
        (void)links.release(); // to its buffers MPI may write until all processes are ended
        throw;
    }
}

solver::Figures figures_of_all(const driver::System& system, const Variant& variant, const driver::Factorised& mine,
                               MPI_Comm communicator) {
    Channel channel(communicator, 1);
    if (rank_in(communicator) != 0) {
        channel.send(0, driver::packed(mine.course));
        while (!channel.is_idle()) {
            channel.progress();
            std::this_thread::yield();
        }
        return {};
    }
    std::vector<solver::Course> courses(system.problem.mapping.processes);
    courses[0] = mine.course;
    for (std::size_t others = courses.size() - 1; others > 0;) {
        if (const std::optional<driver::Received> received = channel.receive()) {
            courses.at(static_cast<std::size_t>(received->from)) = driver::course(received->packet);
            --others;
        } else {
            std::this_thread::yield();
        }
    }
    return solver::figures_of(courses, variant.options.strategy, solver::initial_loads(system.problem));
}

std::vector<double> solve(const driver::System& system, const numerics::Factors& factors, std::span<const double> b,
                          std::size_t places, MPI_Comm communicator) {
    Channel channel(communicator, places);
    Rounds rounds(communicator);
    std::vector<double> x = driver::solve(rank_in(communicator), system, factors, b, channel, rounds);
    check(MPI_Allreduce(MPI_IN_PLACE, x.data(), static_cast<int>(x.size()), MPI_DOUBLE, MPI_SUM, communicator));
    return x;
}

} // namespace tangram::mpi
