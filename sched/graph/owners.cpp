#include "sched/graph/owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tangram::sched::graph {

namespace {

/// The first datum that the task writes.
std::optional<DataId> written(std::span<const Use> uses) {
    const auto found = std::find_if(uses.begin(), uses.end(), [](const Use& use) { return use.writes; });
    return found != uses.end() ? std::optional(found->data) : std::nullopt;
}

/// The only datum that the task uses besides the one it writes.
std::optional<DataId> only_factor(std::span<const Use> uses, DataId written) {
    std::optional<DataId> factor;
    for (const Use& use : uses) {
        if (use.data != written && factor.value_or(use.data) != use.data) {
            return std::nullopt;
        }
        factor = use.data != written ? use.data : factor;
    }
    return factor;
}

} // namespace

const AllocationKind& automatic_zones() {
    return allocation_kind("nrrp-precise");
}

Owners::Owners(const MachineView& machine, const AllocationKind& zones)
    : zone_kind_(zones), accelerators_(machine.accelerators()), kind_of_(machine.kinds_by_node()),
      cpu_workers_(machine.cpu_workers()), shares_(machine.nodes(), 0) {}

/// On the fastest accelerator; `never` if none can execute it.
double Owners::least_seconds(const Seconds& seconds) const {
    double least = never;
    for (const Node node : accelerators_) {
        least = std::min(least, seconds[kind_of_[node]]);
    }
    return least;
}

double Owners::update_seconds() const {
    return update_ != nullptr ? least_seconds(*update_) : 0;
}

/// Told apart by what products read: nothing that is written (a plain product), what is all written as well (a
/// factorisation), or some of each (products one after the other, or a solve if tiles are also updated by one datum).
std::string Owners::kind_of_products() const {
    if (has_plain_products()) {
        return grid_.is_symmetric() ? "rank-k update" : has_outer_products() ? "outer product" : "product";
    }
    if (both_ < factors_) {
        return has_solves_ ? "triangular solve" : "products";
    }
    return grid_.is_symmetric() ? "Cholesky" : "LU";
}

std::vector<Structure> Owners::structures() const {
    std::vector<Structure> found;
    if (!dealt_.empty()) {
        const std::size_t owners = std::min(dealt_.size(), accelerators_.size());
        found.push_back(
            {.kind = "tasks that write several data",
             .tasks = bundling_,
             .owners = owners,
             .rule = fmt::format("{} bundles of what is written together, dealt to {} owners", dealt_.size(), owners)});
    }
    if (zones_ || brick_) {
        const auto side = brick_ ? brick_->side() : 0;
        found.push_back({.kind = kind_of_products(),
                         .rows = grid_.rows(),
                         .columns = grid_.columns(),
                         .depth = has_outer_products() ? 1 : product_size().depth,
                         .tasks = products_,
                         .owners = zones_ ? zones_->count() : brick_nodes_.size(),
                         .rule = zones_ ? fmt::format("zones of {} nodes by {}", zones_->count(), zone_kind_.name)
                                        : fmt::format("owners by a {} x {} brick", side, side)});
    }
    return found;
}

void Owners::submitted(std::span<const Use> uses, const Seconds& seconds) {
    count_work(seconds);
    bundling_ += std::count_if(uses.begin(), uses.end(), [](const Use& use) { return use.writes; }) > 1 ? 1 : 0;
    bundles_.add(uses);
    note_product(uses);
    note_updates(uses);
    if (const std::optional<DataId> data = written(uses)) {
        Role& counted = role(*data);
        if (counted.executed == counted.submitted) {
            counted.executed = counted.submitted = 0;
        }
        ++counted.submitted;
    }
}

void Owners::count_work(const Seconds& seconds) {
    const double least = least_seconds(seconds);
    if (least == never) {
        return;
    }
    const double work = work_[&seconds] += least;
    if (work > update_work_) {
        update_work_ = work;
        update_ = &seconds;
    }
}

/// A task that reads two data and writes a third is a product.
void Owners::note_product(std::span<const Use> uses) {
    constexpr std::size_t operands = 3;
    std::array<DataId, operands> data{}; // the one written is the last
    std::size_t read = 0;
    std::size_t written = 0;
    for (const Use& use : uses) {
        if (use.reduces) {
            return;
        }
        if (uses.size() == operands && use.reads && !use.writes && read < 2) {
            data[read++] = use.data;
        } else if (use.writes) {
            data.back() = use.data;
            ++written;
        }
    }
    if (read == 2 && written == 1 && data[0] != data[1] && data[0] != data[2] && data[1] != data[2]) {
        count_product(data[2], data[0], data[1]);
    }
}

void Owners::count_product(DataId c, DataId a, DataId b) {
    grid_.add_product(c, a, b);
    ++products_;
    Role& tile = role(c);
    tiles_ += std::exchange(tile.is_tile, true) ? 0 : 1;
    for (const DataId data : {a, b}) {
        Role& factor = role(data);
        if (!std::exchange(factor.is_factor, true)) {
            ++factors_;
            both_ += factor.is_updated ? 1 : 0;
        }
    }
}

/// A task that writes without reading anything gives data their first values: that is no update.
void Owners::note_updates(std::span<const Use> uses) {
    if (std::none_of(uses.begin(), uses.end(), [](const Use& use) { return use.reads; })) {
        return;
    }
    const std::optional<DataId> only = written(uses);
    has_solves_ = has_solves_ || (only && only_factor(uses, *only));
    for (const Use& use : uses) {
        if (use.writes) {
            Role& updated = role(use.data);
            both_ += !std::exchange(updated.is_updated, true) && updated.is_factor ? 1 : 0;
        }
    }
}

bool Owners::is_tile(DataId data) const {
    return data < roles_.size() && roles_[data].is_tile;
}

Owners::Role& Owners::role(DataId data) {
    if (data >= roles_.size()) {
        roles_.resize(std::size_t{data} + 1);
    }
    return roles_[data];
}

bool Owners::has_plain_products() const {
    return products_ > 0 && both_ == 0;
}

bool Owners::has_outer_products() const {
    return has_plain_products() && factors_ <= grid_.rows() + grid_.columns();
}

/// A product that fills its rows and columns: several that share none, or a triangle, do not. An outer product gives
/// thieves nothing to keep, and a brick spreads what they leave over all accelerators.
bool Owners::has_zones() const {
    constexpr double filled = 0.9;
    return has_plain_products() && update_ != nullptr && !has_outer_products() &&
           static_cast<double>(tiles_) >= filled * static_cast<double>(grid_.rows() * grid_.columns());
}

ProductSize Owners::product_size() const {
    return {.rows = grid_.rows(), .columns = grid_.columns(), .depth = (products_ + tiles_ - 1) / tiles_};
}

/// As soon as the product does not grow between two questions, or has grown much.
bool Owners::refresh() {
    constexpr std::size_t much = 2;
    if (!has_zones()) {
        const bool had_zones = zones_.has_value();
        zones_.reset();
        return had_zones;
    }
    const ProductSize size = product_size();
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
        if (const double seconds = (*update_)[kind_of_[node]]; workers > 0 && seconds < never) {
            nodes.push_back({.node = node, .seconds = seconds, .workers = workers});
        }
    };
    add(home, cpu_workers_);
    for (const Node node : accelerators_) {
        add(node, 1);
    }
    zones_.emplace(zone_kind_, nodes, size, begun_at_home_);
    zoned_ = size;
}

bool Owners::may_go_home(std::span<const Use> uses) const {
    const std::optional<DataId> data = written(uses);
    return !zones_ || !data || !is_tile(*data) || zones_->home_ends_tiles() || !roles_[*data].was_away;
}

Node Owners::owner_of_tile(DataId data, const Place& place) const {
    return is_tile(data) && roles_[data].kept_by ? *roles_[data].kept_by : zones_->owner(place);
}

void Owners::executed_elsewhere(std::span<const Use> uses) {
    if (const std::optional<DataId> data = written(uses)) {
        ++role(*data).executed;
    }
}

void Owners::executed(std::span<const Use> uses, Node node) {
    const std::optional<DataId> data = written(uses);
    if (!data) {
        return;
    }
    Role& tile = role(*data);
    ++tile.executed;
    tile.was_away = tile.was_away || node != home;
    if (!zones_ || !tile.is_tile) {
        return;
    }
    const bool is_first = !std::exchange(tile.is_begun, true);
    const Node owner = owner_of_tile(*data, *grid_.place(*data));
    if (node == home && is_first) {
        ++begun_at_home_;
        tile.kept_by = zones_->home_ends_tiles() ? home : owner;
    } else if (node != home && owner == home) {
        tile.kept_by = node;
    }
}

Brick::Kind Owners::kind_of_brick() const {
    return {.symmetric = grid_.is_symmetric(), .shrinks = !has_plain_products()};
}

/// Of the accelerators that can execute updates, by their speeds.
void Owners::make_brick() {
    std::vector<double> speeds;
    brick_nodes_.clear();
    for (const Node node : accelerators_) {
        if (const double seconds = (*update_)[kind_of_[node]]; seconds < never) {
            speeds.push_back(1 / seconds);
            brick_nodes_.push_back(node);
        }
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
            const double share = shares_[node] + (*update_)[kind_of_[node]];
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

/// What no product writes may be on the diagonal of a symmetric matrix.
std::optional<Place> Owners::place_of(DataId written, std::span<const Use> uses) {
    const std::optional<Place> place = grid_.place(written);
    const std::optional<DataId> factor = place ? std::nullopt : only_factor(uses, written);
    return factor ? grid_.place_of_square(*factor) : place;
}

/// By zones or the brick.
Owners::Answer Owners::at(DataId written, const Place& place, bool is_panel) {
    if (zones_) {
        return {.node = owner_of_tile(written, place), .corner = zones_->corner(place)};
    }
    const std::uint32_t corner = std::max(place.row, place.column);
    if (is_panel) {
        return {.node = std::nullopt, .corner = corner, .is_panel = true};
    }
    if (!brick_ || brick_kind_ != kind_of_brick()) {
        make_brick();
    }
    return {.node = brick_nodes_[brick_->owner(place.row, place.column)], .corner = corner};
}

/// Tasks that take much longer than an update (the factorisation of a diagonal tile) have no owner: the updates of its
/// accelerator would wait.
Owners::Answer Owners::of(std::span<const Use> uses, const Seconds& seconds) {
    constexpr double much_longer = 4;
    const std::optional<DataId> data = written(uses);
    if (!data || update_ == nullptr) {
        return {};
    }
    const bool is_much_longer = least_seconds(seconds) > much_longer * update_seconds();
    if (const std::optional<std::uint32_t> bundle = bundles_.bundle(*data)) {
        return {.node = is_much_longer ? std::nullopt : std::optional(dealt(*bundle)), .is_panel = is_much_longer};
    }
    const std::optional<Place> place = place_of(*data, uses);
    if (!place) {
        return {};
    }
    Answer answer = at(*data, *place, is_much_longer);
    if (has_plain_products()) {
        answer.shell = std::max(answer.corner, role(*data).executed);
    }
    return answer;
}

} // namespace tangram::sched::graph
