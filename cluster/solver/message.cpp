#include "cluster/solver/message.hpp"

#include "cluster/fronts/front_costs.hpp"

#include <cstdint>

namespace tangram::solver {

namespace {

std::int64_t entries_of(const Finished&, const fronts::AssemblyTree&) {
    return 0;
}
std::int64_t entries_of(const Deal&, const fronts::AssemblyTree&) {
    return 0;
}
std::int64_t entries_of(const ContributedRows& part, const fronts::AssemblyTree& tree) {
    return fronts::contribution_entries(tree.fronts.at(part.child), part.rows.count());
}
std::int64_t entries_of(const Panel& panel, const fronts::AssemblyTree& tree) {
    return panel.rows.count() * (tree.fronts.at(panel.front).order - panel.rows.begin);
}

std::size_t numbers_in(const Finished&) {
    return 3;
}
std::size_t numbers_in(const Deal& deal) {
    return 1 + 3 * deal.blocks.size();
}
std::size_t numbers_in(const ContributedRows&) {
    return 4;
}
std::size_t numbers_in(const Panel&) {
    return 4;
}

} // namespace

std::int64_t entries_with(const Message& message, const fronts::AssemblyTree& tree) {
    return std::visit([&](const auto& what) { return entries_of(what, tree); }, message);
}

std::size_t payload_bytes(const Message& message, const fronts::AssemblyTree& tree) {
    const std::size_t numbers = std::visit([](const auto& what) { return numbers_in(what); }, message);
    return sizeof(double) * (numbers + static_cast<std::size_t>(entries_with(message, tree)));
}

} // namespace tangram::solver
