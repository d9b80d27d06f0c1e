#include "sched/graph/products.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tangram::sched::graph {

namespace {

constexpr double filled = 0.9; ///< part of the places

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

void Products::submitted(std::span<const Use> uses) {
    note_product(uses);
    note_updates(uses);
}

/// A task that reads two data and writes a third is a product. One that updates it says more than one that overwrites
/// it: beside updates the latter may be something else (a scaling), or is the first of its tile.
void Products::note_product(std::span<const Use> uses) {
    constexpr std::size_t operands = 3;
    std::array<DataId, operands> data{}; // the one written is the last
    std::size_t read = 0;
    std::size_t written = 0;
    bool updates = false;
    for (const Use& use : uses) {
        if (use.reduces) {
            return;
        }
        if (uses.size() == operands && use.reads && !use.writes && read < 2) {
            data[read++] = use.data;
        } else if (use.writes) {
            data.back() = use.data;
            updates = use.reads;
            ++written;
        }
    }
    if (read != 2 || written != 1 || data[0] == data[1] || data[0] == data[2] || data[1] == data[2]) {
        return;
    }
    if (updates && !std::exchange(have_updates_, true)) {
        forget_products();
    }
    if (updates == have_updates_) {
        count_product(data[2], data[0], data[1]);
    }
}

void Products::forget_products() {
    grid_ = {};
    for (Role& role : roles_) {
        role.is_factor = false;
        role.is_tile = false;
    }
    tasks_ = tiles_ = factors_ = tile_factors_ = both_ = 0;
}

void Products::count_product(DataId c, DataId a, DataId b) {
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

std::optional<Place> Products::place(DataId written, std::span<const Use> uses) {
    const std::optional<Place> place = grid_.place(written);
    const std::optional<DataId> factor = place ? std::nullopt : only_factor(uses, written);
    return factor ? grid_.place_of_square(*factor) : place;
}

} // namespace tangram::sched::graph
