#include "cluster/nodes/node_plan.hpp"

#include "base/error.hpp"
#include "cluster/nodes/tilings.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace tangram::nodes {

namespace {

void require_zones_of(const NodeProblem& problem, const partition::Allocation& zones) {
    if (zones.rows != count(problem.rows()) || zones.columns != count(problem.columns()) || zones.is_3d() ||
        zones.processors != problem.speeds.size()) {
        throw InvalidInput(
            fmt::format("zones of {} processes on {} x {} x {} tiles, but the product has {} processes and "
                        "{} x {} tiles of C",
                        zones.processors, zones.rows, zones.columns, zones.layers, problem.speeds.size(),
                        problem.rows().count(), problem.columns().count()));
    }
}

/// Of the lines of tiles that `line` tells of a tile.
template <class Line> std::vector<std::vector<std::size_t>> users_of(const partition::Allocation& zones,
                                                                     std::size_t lines, const Line& line) {
    std::vector<std::vector<std::size_t>> users(lines);
    for (std::size_t tile = 0; tile < zones.owners.size(); ++tile) {
        users[line(zones.coordinates(tile))].push_back(zones.owners[tile]);
    }
    for (std::vector<std::size_t>& of_line : users) {
        std::sort(of_line.begin(), of_line.end());
        of_line.erase(std::unique(of_line.begin(), of_line.end()), of_line.end());
    }
    return users;
}

/// Of the tiles of all lines, along k. Each line begins with the process whose turn it is among the lines with the same
/// users. before: of (line, k), who stays the owner, if it is a user; may be null.
std::vector<std::size_t> owners_of(const std::vector<std::vector<std::size_t>>& users_of_lines, std::size_t depth,
                                   const Owner& before) {
    std::map<std::vector<std::size_t>, std::size_t> lines_with;
    std::vector<std::size_t> owners;
    owners.reserve(users_of_lines.size() * depth);
    for (std::size_t line = 0; line < users_of_lines.size(); ++line) {
        const std::vector<std::size_t>& users = users_of_lines[line];
        const std::size_t turn = lines_with[users]++;
        for (std::size_t k = 0; k < depth; ++k) {
            const std::size_t in_turn = users[(turn + k) % users.size()];
            const std::size_t now = before ? before(line, k) : in_turn;
            owners.push_back(std::binary_search(users.begin(), users.end(), now) ? now : in_turn);
        }
    }
    return owners;
}

} // namespace

void require_valid(const NodeProblem& problem) {
    for (const std::int64_t size : {problem.m, problem.n, problem.k, problem.tile}) {
        if (size <= 0) {
            throw InvalidInput(fmt::format("a product of {} x {} x {} in tiles of {}: all must be positive", problem.m,
                                           problem.n, problem.k, problem.tile));
        }
    }
    if (problem.element_bytes == 0) {
        throw InvalidInput("elements of 0 bytes: the element size must be positive");
    }
    partition::require_valid(partition::Problem{.speeds = problem.speeds});
}

NodePlan::NodePlan(const NodeProblem& problem, partition::Allocation zones)
    : NodePlan(problem, std::move(zones), nullptr) {}

NodePlan::NodePlan(const NodeProblem& problem, partition::Allocation zones, const Owners& before)
    : NodePlan(problem, std::move(zones), &before) {}

NodePlan::NodePlan(const NodeProblem& problem, partition::Allocation zones, const Owners* before)
    : zones_(std::move(zones)) {
    require_valid(problem);
    require_zones_of(problem, zones_);
    depth_ = count(problem.depth());
    users_of_rows_ = users_of(zones_, zones_.rows, [](const partition::Coordinates& tile) { return tile.i; });
    users_of_columns_ = users_of(zones_, zones_.columns, [](const partition::Coordinates& tile) { return tile.j; });
    owners_of_a_ = owners_of(users_of_rows_, depth_, before != nullptr ? before->a : Owner());
    owners_of_b_ = owners_of(
        users_of_columns_, depth_,
        before == nullptr ? Owner() : [&](std::size_t j, std::size_t k) { return before->b(k, j); });
    count_transfers(problem);
}

Owners NodePlan::owners() const {
    return {[this](std::size_t i, std::size_t k) { return owner_of_a(i, k); },
            [this](std::size_t k, std::size_t j) { return owner_of_b(k, j); },
            [this](std::size_t i, std::size_t j) { return owner_of_c(i, j); }};
}

void NodePlan::count_transfers(const NodeProblem& problem) {
    transfers_.resize(zones_.processors);
    for (std::size_t k = 0; k < count(problem.depth()); ++k) {
        const std::uint64_t bytes_of_line = length(problem.depth(), k) * problem.element_bytes;
        for (std::size_t i = 0; i < zones_.rows; ++i) {
            sent_to_all(users_of_row(i), owner_of_a(i, k), length(problem.rows(), i) * bytes_of_line);
        }
        for (std::size_t j = 0; j < zones_.columns; ++j) {
            sent_to_all(users_of_column(j), owner_of_b(k, j), length(problem.columns(), j) * bytes_of_line);
        }
    }
}

void NodePlan::sent_to_all(std::span<const std::size_t> users, std::size_t owner, std::uint64_t bytes) {
    for (const std::size_t user : users) {
        if (user != owner) {
            transfers_[user].bytes_in += bytes;
            transfers_[owner].bytes_out += bytes;
        }
    }
}

std::uint64_t NodePlan::network_bytes() const {
    return std::accumulate(transfers_.begin(), transfers_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Transfers& process) { return sum + process.bytes_in; });
}

OwnedElements owned_elements(const NodeProblem& problem, const NodePlan& plan, std::size_t process) {
    const auto sum = [process](const Tiling& rows, const Tiling& columns, const auto& owner) {
        std::uint64_t elements = 0;
        for (std::size_t i = 0; i < count(rows); ++i) {
            for (std::size_t j = 0; j < count(columns); ++j) {
                elements += owner(i, j) == process ? length(rows, i) * length(columns, j) : 0;
            }
        }
        return elements;
    };
    return {
        sum(problem.rows(), problem.depth(), [&](std::size_t i, std::size_t k) { return plan.owner_of_a(i, k); }),
        sum(problem.depth(), problem.columns(), [&](std::size_t k, std::size_t j) { return plan.owner_of_b(k, j); }),
        sum(problem.rows(), problem.columns(), [&](std::size_t i, std::size_t j) { return plan.owner_of_c(i, j); })};
}

double network_bound(const NodeProblem& problem) {
    require_valid(problem);
    const auto m = static_cast<double>(problem.m);
    const auto n = static_cast<double>(problem.n);
    const double spanned =
        partition::half_perimeter_bound({.speeds = problem.speeds, .height = m, .width = n}) - (m + n);
    return spanned * static_cast<double>(problem.k) * static_cast<double>(problem.element_bytes);
}

} // namespace tangram::nodes
