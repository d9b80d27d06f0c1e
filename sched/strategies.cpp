#include "sched/strategies.hpp"

#include "sched/static_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace tangram::sched {

namespace {

std::unique_ptr<Policy> make_static(partition::Allocation allocation) {
    return std::make_unique<StaticPolicy>(std::move(allocation));
}

constexpr std::array balancers{
    Balancer{"static", "every task on the node that the allocation names, no stealing", make_static},
};

std::vector<AllocationKind> all_allocation_kinds() {
    std::vector<AllocationKind> all;
    for (const char* partitioner_name : {"nrrp", "nrrp-plus"}) {
        const partition::Partitioner& partitioner = partition::find_partitioner(partitioner_name);
        for (const partition::Discretisation& discretisation : partition::discretisations()) {
            all.push_back({fmt::format("{}-{}", partitioner.name, discretisation.name),
                           fmt::format("zones by {}: {}; tiles: {}", partitioner.name, partitioner.description,
                                       discretisation.description),
                           &partitioner, &discretisation});
        }
    }
    return all;
}

std::vector<Strategy> all_strategies() {
    static const std::vector<AllocationKind> allocation_kinds = all_allocation_kinds();
    std::vector<Strategy> all;
    for (const AllocationKind& allocation : allocation_kinds) {
        for (const Balancer& balancer : balancers) {
            all.push_back({fmt::format("{}-{}", allocation.name, balancer.name),
                           fmt::format("{}; {}", allocation.description, balancer.description), &allocation,
                           &balancer});
        }
    }
    return all;
}

} // namespace

partition::Allocation AllocationKind::allocate(const partition::Problem& problem, std::size_t rows,
                                               std::size_t columns) const {
    return discretisation->run(partitioner->run(problem), problem, {rows, columns}, {});
}

const std::vector<Strategy>& strategies() {
    static const std::vector<Strategy> all = all_strategies();
    return all;
}

const Strategy& default_strategy() {
    return strategies().front();
}

std::string normalised_name(std::string_view name) {
    std::string normalised;
    for (const char c : name) {
        if (c != '-' && c != '_') {
            normalised += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return normalised;
}

std::optional<Strategy> find_strategy(std::string_view name) {
    const std::string wanted = normalised_name(name);
    for (const Strategy& strategy : strategies()) {
        const bool balancer_alone =
            strategy.allocation == default_strategy().allocation && normalised_name(strategy.balancer->name) == wanted;
        if (normalised_name(strategy.name) == wanted || balancer_alone) {
            return strategy;
        }
    }
    return std::nullopt;
}

std::string strategies_markdown() {
    std::string table = "| STARPU_SCHED | what it does |\n|---|---|\n";
    for (const Strategy& strategy : strategies()) {
        table += fmt::format("| `{}` | {} |\n", strategy.name, strategy.description);
    }
    return table;
}

} // namespace tangram::sched
