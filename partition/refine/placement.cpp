#include "partition/refine/placement.hpp"

#include <algorithm>
#include <utility>

namespace tangram::partition {

Placement::Placement(Allocation start, const Problem& problem)
    : allocation_(std::move(start)), admitted_(lines(), processors()), counts_(lines() * processors(), 0),
      admissions_(2 * processors(), 0), tiles_of_(processors()), position_(allocation_.owners.size()),
      passes_to_(processors(), processors()), search_(processors()) {
    for (std::size_t row = 0; row < allocation_.rows; ++row) {
        for_each_tile(row, [&](const Tile& tile) {
            const std::size_t p = allocation_.owners[index(tile)];
            position_[index(tile)] = tiles_of_[p].size();
            tiles_of_[p].push_back(tile);
            ++counts_[tile.row * processors() + p];
            ++counts_[tile.column * processors() + p];
        });
    }
    for (std::size_t line = 0; line < lines(); ++line) {
        for (std::size_t p = 0; p < processors(); ++p) {
            if (count_in(p, line) > 0 || problem.weight(p) == 0) {
                admitted_.set(line, p);
                ++admissions_[2 * p + is_row(line)];
            }
        }
    }
    for (std::size_t row = 0; row < allocation_.rows; ++row) {
        for_each_tile(row, [&](const Tile& tile) { note_passes(tile); });
    }
}

template <class Visit> void Placement::for_each_tile(std::size_t line, Visit visit) const {
    if (is_row(line)) {
        for (std::size_t column = allocation_.rows; column < lines(); ++column) {
            visit(Tile{line, column});
        }
    } else {
        for (std::size_t row = 0; row < allocation_.rows; ++row) {
            visit(Tile{row, line});
        }
    }
}

/// The tile's owner can pass it on to all that may own it.
void Placement::note_passes(const Tile& tile) {
    const std::size_t owner = allocation_.owners[index(tile)];
    for (std::size_t w = 0; w < admitted_.words(); ++w) {
        passes_to_.set_word(owner, w, owners_word(tile, w));
    }
    work_ += admitted_.words();
}

void Placement::toggle(std::size_t p, std::size_t line) {
    std::size_t& admissions = admissions_[2 * p + is_row(line)];
    if (is_admitted(p, line)) {
        admitted_.reset(line, p);
        --admissions;
        return;
    }
    admitted_.set(line, p);
    ++admissions;
    for_each_tile(line, [&](const Tile& tile) {
        if (may_own(p, tile)) {
            passes_to_.set(allocation_.owners[index(tile)], p);
        }
    });
    work_ += (is_row(line) ? allocation_.columns : allocation_.rows) / 4;
}

void Placement::set_owner(const Tile& tile, std::size_t to) {
    const std::size_t from = std::exchange(allocation_.owners[index(tile)], to);
    std::vector<Tile>& left = tiles_of_[from];
    std::size_t& position = position_[index(tile)];
    position_[index(left.back())] = position;
    left[position] = left.back();
    left.pop_back();
    position = tiles_of_[to].size();
    tiles_of_[to].push_back(tile);
    for (std::size_t line : {tile.row, tile.column}) {
        --counts_[line * processors() + from];
        ++counts_[line * processors() + to];
    }
    note_passes(tile);
}

void Placement::admit(std::size_t p, std::size_t line) {
    history_.push_back({p, {line, line}});
    toggle(p, line);
}

void Placement::rewind(std::size_t length) {
    for (; history_.size() > length; history_.pop_back()) {
        const auto& [p, place] = history_.back();
        if (place.row == place.column) {
            toggle(p, place.row);
        } else {
            set_owner(place, p);
        }
    }
}

bool Placement::expel(std::size_t p, std::size_t line, const Window& window) {
    history_.push_back({p, {line, line}});
    toggle(p, line);
    for (std::size_t across = is_row(line) ? allocation_.rows : 0; count_in(p, line) > 0; ++across) {
        const Tile tile = is_row(line) ? Tile{line, across} : Tile{across, line};
        ++work_;
        if (allocation_.owners[index(tile)] == p && !move_elsewhere(tile, window)) {
            return false;
        }
    }
    return true;
}

/// Moves a tile from an owner that may not keep it.
bool Placement::move_elsewhere(const Tile& tile, const Window& window) {
    while (const std::optional<std::size_t> end = find_path(tile, window)) {
        if (!collect_moves(tile, *end)) {
            continue;
        }
        for (const auto& [moved, to] : moves_) {
            history_.push_back({allocation_.owners[index(moved)], moved});
            set_owner(moved, to);
        }
        return true;
    }
    return false;
}

/// Breadth-first search for the nearest processor that can pass on a tile to
/// the tile's owner, or take one for good.
std::optional<std::size_t> Placement::find_path(const Tile& tile, const Window& window) {
    const std::size_t owner = allocation_.owners[index(tile)];
    const bool can_lose = tiles_of_[owner].size() > window.least[owner];
    search_.restart();
    for (std::size_t w = 0; w < admitted_.words(); ++w) {
        search_.reach_all(owners_word(tile, w), w);
    }
    const auto is_end = [&](std::size_t p) {
        return passes(p, owner) || (can_lose && tiles_of_[p].size() < window.most[p]);
    };
    const std::optional<std::size_t> end = search_.run(is_end, [&](std::size_t p) {
        for (std::size_t w = 0; w < passes_to_.words(); ++w) {
            search_.reach_all(passes_to_.word(p, w), w, p);
        }
    });
    work_ += (search_.reached().size() + 1) * passes_to_.words();
    return end;
}

/// The moves along the path found. False if the path was out of date.
bool Placement::collect_moves(const Tile& tile, std::size_t end) {
    const std::size_t owner = allocation_.owners[index(tile)];
    moves_.clear();
    if (passes(end, owner) && !collect_move(end, owner)) {
        return false;
    }
    std::size_t to = end;
    for (std::size_t from = search_.before(to); from != BreadthFirstSearch::nobody; from = search_.before(to)) {
        if (!collect_move(from, to)) {
            return false;
        }
        to = from;
    }
    moves_.push_back({tile, to});
    return true;
}

bool Placement::collect_move(std::size_t from, std::size_t to) {
    const std::vector<Tile>& tiles = tiles_of_[from];
    const auto tile = std::find_if(tiles.begin(), tiles.end(), [&](const Tile& each) { return may_own(to, each); });
    work_ += static_cast<std::size_t>(tile - tiles.begin()) + 1;
    if (tile == tiles.end()) {
        passes_to_.reset(from, to);
        return false;
    }
    moves_.push_back({*tile, to});
    return true;
}

} // namespace tangram::partition
