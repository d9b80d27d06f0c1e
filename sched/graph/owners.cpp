#include "sched/graph/owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

const AllocationKind& automatic_zones() {
    return allocation_kind("nrrp-refined");
}

Owners::Owners(const MachineView& machine, const AllocationKind& zones)
    : zone_kind_(zones), accelerators_(machine.accelerators()), cpu_workers_(machine.cpu_workers()), update_(machine),
      shares_(machine.nodes(), 0), separate_(accelerators_) {}

std::vector<Structure> Owners::structures() const {
    std::vector<Structure> found;
    if (!dealt_.empty()) {
        const std::size_t owners = std::min(dealt_.size(), accelerators_.size());
        found.push_back(
            {.kind = "tasks that update several data",
             .tasks = bundles_.tasks(),
             .owners = owners,
             .rule = fmt::format("{} bundles of what is updated together, dealt to {} owners", dealt_.size(), owners)});
    }
    if (zones_ || brick_ || separate_.dealt() > 0) {
        found.push_back({.kind = products_.kind(),
                         .rows = products_.rows(),
                         .columns = products_.columns(),
                         .depth = products_.are_outer() ? 1 : products_.size().depth,
                         .tasks = products_.tasks(),
                         .owners = zones_ ? zones_->count() : update_.nodes().size(),
                         .rule = rule_of_products()});
    }
    return found;
}

std::string Owners::rule_of_products() const {
    if (zones_) {
        return fmt::format("zones of {} nodes by {}", zones_->count(), zone_kind_.name);
    }
    std::string whole = fmt::format("{} products with one owner each", separate_.dealt());
    if (!brick_) {
        return whole;
    }
    const std::string brick = fmt::format("owners by a {} x {} brick", brick_->side(), brick_->side());
    return separate_.dealt() > 0 ? whole + ", other " + brick : brick;
}

void Owners::submitted(std::span<const Use> uses, const Seconds& seconds) {
    update_.submitted(seconds);
    bundles_.add(uses);
    products_.submitted(uses);
    if (const std::optional<Operands> product = operands_of(uses); product && update_.is_known()) {
        separate_.submitted(product->c, product->a, product->b, update_);
    }
    if (const std::optional<DataId> data = result_of(uses)) {
        progress_.submitted(*data);
    }
}

/// An outer product gives thieves nothing to keep, and a brick spreads what they leave over all accelerators.
bool Owners::has_zones() const {
    return update_.is_known() && products_.are_plain() && !products_.are_outer() && products_.fill_grid();
}

/// As soon as the product does not grow between two questions, or has grown much.
bool Owners::refresh(std::size_t ready) {
    constexpr std::size_t much = 2;
    if (!has_zones()) {
        const bool had_zones = zones_.has_value();
        zones_.reset();
        return (have_separate_products() && separate_.have_grown(ready)) || had_zones;
    }
    const ProductSize size = products_.size();
    const bool is_steady = std::exchange(seen_tiles_, size.tiles()) == size.tiles();
    const bool has_more_tiles = size.tiles() != zoned_.tiles() && is_steady;
    if (zones_ && !has_more_tiles && size.tasks() < much * zoned_.tasks()) {
        return false;
    }
    make_zones(size);
    return true;
}

void Owners::make_zones(const ProductSize& size) {
    std::vector<ProductNode> nodes;
    const auto add = [&](Node node, std::size_t workers) {
        if (const double seconds = update_.seconds_on(node); workers > 0 && seconds < never) {
            nodes.push_back({.node = node, .seconds = seconds, .workers = workers});
        }
    };
    add(home, cpu_workers_);
    for (const Node node : accelerators_) {
        add(node, 1);
    }
    zones_.emplace(zone_kind_, nodes, size, progress_.begun_at_home(), searched_);
    searched_ = zones_->searched();
    zoned_ = size;
}

bool Owners::may_go_home(std::span<const Use> uses) const {
    const std::optional<DataId> data = result_of(uses);
    return !zones_ || !data || !products_.is_tile(*data) || zones_->home_ends_tiles() || !progress_.was_away(*data);
}

Node Owners::owner_of_tile(DataId data, const Position& position) const {
    const std::optional<Node> keeper = progress_.kept_by(data);
    return keeper ? *keeper : zones_->owner(position);
}

/// By one of the nodes, or elsewhere.
void Owners::count_executed(std::span<const Use> uses, std::optional<Node> node) {
    if (const std::optional<DataId> data = result_of(uses)) {
        progress_.executed(*data, node);
    }
    if (const std::optional<Operands> product = operands_of(uses)) {
        separate_.executed(product->c);
    }
}

void Owners::executed_elsewhere(std::span<const Use> uses) {
    count_executed(uses, std::nullopt);
}

void Owners::executed(std::span<const Use> uses, Node node) {
    count_executed(uses, node);
    const std::optional<DataId> data = result_of(uses);
    if (zones_ && data && products_.is_tile(*data)) {
        const Node owner = owner_of_tile(*data, *products_.position(*data, uses));
        progress_.executed_in_zones(*data, node, owner, zones_->home_ends_tiles());
    }
}

Brick::Kind Owners::kind_of_brick() const {
    return {.symmetric = products_.is_symmetric(), .shrinks = !products_.are_plain()};
}

/// Of the accelerators that can execute updates, by their speeds.
void Owners::make_brick() {
    brick_nodes_ = update_.nodes();
    std::vector<double> speeds;
    for (const Node node : brick_nodes_) {
        speeds.push_back(1 / update_.seconds_on(node));
    }
    brick_kind_ = kind_of_brick();
    brick_.emplace(speeds, brick_kind_);
}

/// Each bundle goes to the accelerator that has least, by its speed, of those dealt before.
Node Owners::dealt(std::uint32_t bundle) {
    while (dealt_.size() <= bundle) {
        Node poorest = accelerators_.front();
        double least = never;
        for (const Node node : accelerators_) {
            const double share = shares_[node] + update_.seconds_on(node);
            if (share < least) {
                least = share;
                poorest = node;
            }
        }
        shares_[poorest] = least;
        dealt_.push_back(poorest);
    }
    return dealt_[bundle];
}

/// That of the product that uses any of the data: on the diagonal of a symmetric matrix only the factor is known.
std::optional<Node> Owners::owner_of_product(std::span<const Use> uses) {
    std::optional<Node> owner;
    for (auto use = uses.begin(); have_separate_products() && use != uses.end() && !owner; ++use) {
        owner = separate_.owner(use->data, update_);
    }
    return owner;
}

/// By zones, whole products or the brick.
Owners::Answer Owners::at(std::span<const Use> uses, const Position& position, bool is_panel) {
    if (zones_) {
        return {.node = owner_of_tile(*result_of(uses), position), .corner = zones_->corner(position)};
    }
    const std::uint32_t corner = std::max(position.row, position.column);
    if (is_panel) {
        return {.node = std::nullopt, .corner = corner, .is_panel = true};
    }
    if (const std::optional<Node> owner = owner_of_product(uses)) {
        return {.node = owner, .corner = corner};
    }
    if (!brick_ || brick_kind_ != kind_of_brick()) {
        make_brick();
    }
    return {.node = brick_nodes_[brick_->owner(position.row, position.column)], .corner = corner};
}

/// Tasks that take much longer than an update (the factorisation of a diagonal tile) have no owner: the updates of its
/// accelerator would wait.
Owners::Answer Owners::of(std::span<const Use> uses, const Seconds& seconds) {
    constexpr double much_longer = 4;
    const std::optional<DataId> data = result_of(uses);
    if (!data || !update_.is_known()) {
        return {};
    }
    const bool is_much_longer = update_.times_as_long(seconds) > much_longer;
    if (const std::optional<std::uint32_t> bundle = bundles_.bundle(*data)) {
        return {.node = is_much_longer ? std::nullopt : std::optional(dealt(*bundle)), .is_panel = is_much_longer};
    }
    const std::optional<Position> position = products_.are_plausible() ? products_.position(*data, uses) : std::nullopt;
    if (!position) {
        return {};
    }
    Answer answer = at(uses, *position, is_much_longer);
    if (products_.are_plain()) {
        answer.shell = std::max(answer.corner, progress_.tasks_done(*data));
    }
    return answer;
}

} // namespace tangram::sched::graph
