#include "sched/graph/products.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tangram::sched::graph {

namespace {

constexpr double filled = 0.9; ///< part of the positions

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

std::optional<DataId> result_of(std::span<const Use> uses) {
    const auto updated = std::find_if(uses.begin(), uses.end(), [](const Use& use) { return use.reads && use.writes; });
    if (updated != uses.end()) {
        return updated->data;
    }
    const auto written = std::find_if(uses.begin(), uses.end(), [](const Use& use) { return use.writes; });
    return written != uses.end() ? std::optional(written->data) : std::nullopt;
}

std::optional<Operands> operands_of(std::span<const Use> uses) {
    constexpr std::size_t operands = 3;
    std::array<DataId, operands> data{}; // the one written is the last
    std::size_t read = 0;
    std::size_t written = 0;
    bool updates = false;
    for (const Use& use : uses) {
        if (use.reduces) {
            return std::nullopt;
        }
        if (uses.size() == operands && use.reads && !use.writes && read < 2) {
            data[read++] = use.data;
        } else if (use.writes) {
            data.back() = use.data;
            updates = use.reads;
            ++written;
        }
    }
    const auto [a, b, c] = data;
    const bool are_three = read == 2 && written == 1 && a != b && a != c && b != c;
    return are_three ? std::optional(Operands{.c = c, .a = a, .b = b, .updates = updates}) : std::nullopt;
}

void Products::submitted(std::span<const Use> uses) {
    if (const std::optional<Operands> operands = operands_of(uses); operands && is_product(*operands)) {
        count_product(*operands);
    }
    note_updates(uses);
}

/// What overwrites a tile may be something else: the scaling of an LDL^T writes workspace, which products read. If a
/// product that updates its tile reads what such a task wrote, these are no products, and what was concluded from them
/// is forgotten.
bool Products::is_product(const Operands& operands) {
    const auto [c, a, b, updates] = operands;
    if (!updates) {
        role(c).is_overwritten = true;
        return count_overwriting_;
    }
    role(c).is_accumulated = true;
    const auto is_workspace = [this](DataId data) { return role(data).is_overwritten && !role(data).is_accumulated; };
    if (count_overwriting_ && (is_workspace(a) || is_workspace(b))) {
        count_overwriting_ = false;
        forget_products();
    }
    return true;
}

void Products::forget_products() {
    grid_ = {};
    for (Role& role : roles_) {
        role.is_factor = false;
        role.is_tile = false;
    }
    tasks_ = tiles_ = factors_ = tile_factors_ = both_ = 0;
}

void Products::count_product(const Operands& operands) {
    const auto [c, a, b, updates] = operands;
    grid_.add_product(c, a, b);
    ++tasks_;
    if (Role& tile = role(c); !std::exchange(tile.is_tile, true)) {
        ++tiles_;
        tile_factors_ += tile.is_factor ? 1 : 0;
    }
    for (const DataId data : {a, b}) {
        Role& factor = role(data);
        if (!std::exchange(factor.is_factor, true)) {
            ++factors_;
            tile_factors_ += factor.is_tile ? 1 : 0;
            both_ += factor.is_updated ? 1 : 0;
        }
    }
}

/// A task that writes without reading anything gives data their first values: that is no update.
void Products::note_updates(std::span<const Use> uses) {
    if (std::none_of(uses.begin(), uses.end(), [](const Use& use) { return use.reads; })) {
        return;
    }
    const std::optional<DataId> only = result_of(uses);
    has_solves_ = has_solves_ || (only && only_factor(uses, *only));
    for (const Use& use : uses) {
        if (use.writes) {
            Role& updated = role(use.data);
            both_ += !std::exchange(updated.is_updated, true) && updated.is_factor ? 1 : 0;
        }
    }
}

Products::Role& Products::role(DataId data) {
    if (data >= roles_.size()) {
        roles_.resize(std::size_t{data} + 1);
    }
    return roles_[data];
}

bool Products::fill_grid() const {
    return tasks_ > 0 && static_cast<double>(tiles_) >= filled * static_cast<double>(rows() * columns());
}

/// Small triangles have a third of their positions. Plain products may be sparse, or several, and begin with one row.
bool Products::are_plausible() const {
    constexpr double least = 0.3;
    constexpr double most = 1.2;
    const auto positions = static_cast<double>(rows() * columns());
    const auto tiles = static_cast<double>(tiles_);
    const bool has_lines = rows() > 1 && columns() > 1;
    return are_plain() || (has_lines && tiles >= least * positions && tiles <= most * positions);
}

bool Products::fill_triangle() const {
    const auto lines = static_cast<double>(rows());
    return is_symmetric() && static_cast<double>(tiles_) >= filled * lines * (lines - 1) / 2;
}

/// Told apart by what products read: nothing that is written (a plain product), what is all written as well (a
/// factorisation), or some of each (products one after the other, or a solve if tiles are also updated by one datum).
std::string Products::kind() const {
    if (are_plain()) {
        return is_symmetric() ? "rank-k update" : are_outer() ? "outer product" : "product";
    }
    if (!are_factorisation()) {
        return has_solves_ ? "triangular solve" : "products";
    }
    return is_symmetric() ? "Cholesky" : "LU";
}

ProductSize Products::size() const {
    return {.rows = rows(), .columns = columns(), .depth = (tasks_ + tiles_ - 1) / tiles_};
}

std::optional<Position> Products::position(DataId written, std::span<const Use> uses) {
    const std::optional<Position> position = grid_.position(written);
    const std::optional<DataId> factor = position ? std::nullopt : only_factor(uses, written);
    return factor ? grid_.position_of_square(*factor) : position;
}

} // namespace tangram::sched::graph
