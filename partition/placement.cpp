#include "partition/placement.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tangram::partition {

Placement::Placement(Allocation start, const Problem& problem)
    : allocation_(std::move(start)), words_((processors() + 63) / 64), admitted_(lines() * words_, 0),
      counts_(lines() * processors(), 0), admissions_(2 * processors(), 0), tiles_of_(processors()),
      position_(allocation_.owners.size()), passes_to_(processors() * words_, 0), is_stale_(processors(), 1),
      unreached_(words_), from_(processors()) {
    for (std::size_t row = 0; row < allocation_.rows; ++row)
        for (std::size_t column = allocation_.rows; column < lines(); ++column) {
            const Tile tile{row, column};
            const std::size_t p = allocation_.owners[index(tile)];
            position_[index(tile)] = tiles_of_[p].size();
            tiles_of_[p].push_back(tile);
            ++counts_[row * processors() + p];
            ++counts_[column * processors() + p];
        }
    for (std::size_t line = 0; line < lines(); ++line)
        for (std::size_t p = 0; p < processors(); ++p)
            if (count_in(p, line) > 0 || problem.weight(p) == 0)
                toggle(p, line);
}

void Placement::toggle(std::size_t p, std::size_t line) {
    admitted_[line * words_ + p / 64] ^= Word{1} << p % 64;
    std::size_t& admissions = admissions_[2 * p + is_row(line)];
    is_admitted(p, line) ? ++admissions : --admissions;
    for (std::size_t w = 0; w < words_; ++w)
        for (Word in_line = admitted(line)[w]; in_line != 0; in_line &= in_line - 1)
            is_stale_[w * 64 + static_cast<std::size_t>(std::countr_zero(in_line))] = 1;
    is_stale_[p] = 1;
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
    is_stale_[from] = 1;
    is_stale_[to] = 1;
}

void Placement::admit(std::size_t p, std::size_t line) {
    toggle(p, line);
    history_.push_back({p, {line, line}});
}

void Placement::move(const Tile& tile, std::size_t to) {
    history_.push_back({allocation_.owners[index(tile)], tile});
    set_owner(tile, to);
}

void Placement::rewind(std::size_t length) {
    work_ += history_.size() - length;
    for (; history_.size() > length; history_.pop_back()) {
        const auto& [p, place] = history_.back();
        if (place.row == place.column)
            toggle(p, place.row);
        else
            set_owner(place, p);
    }
}

const Word* Placement::passes_to(std::size_t p) {
    Word* result = &passes_to_[p * words_];
    if (std::exchange(is_stale_[p], 0) == 0)
        return result;
    std::fill_n(result, words_, 0);
    for (const Tile& tile : tiles_of_[p]) {
        const Word* row = &admitted_[tile.row * words_];
        const Word* column = &admitted_[tile.column * words_];
        for (std::size_t w = 0; w < words_; ++w)
            result[w] |= row[w] & column[w];
    }
    work_ += tiles_of_[p].size() * words_;
    return result;
}

void Placement::start_search() {
    std::fill(unreached_.begin(), unreached_.end(), ~Word{0});
    reached_.clear();
    work_ += words_;
}

void Placement::reach(const Word* candidates, std::size_t from) {
    for (std::size_t w = 0; w < words_; ++w) {
        Word fresh = candidates[w] & unreached_[w];
        unreached_[w] ^= fresh;
        for (; fresh != 0; fresh &= fresh - 1) {
            const std::size_t p = w * 64 + static_cast<std::size_t>(std::countr_zero(fresh));
            from_[p] = from;
            reached_.push_back(p);
        }
    }
    work_ += words_;
}

Tile Placement::tile_to_pass(std::size_t from, std::size_t to) const {
    return *std::find_if(tiles_of_[from].begin(), tiles_of_[from].end(),
                         [&](const Tile& tile) { return may_own(to, tile); });
}

/// Each processor on the path from `root` to `last` passes a tile on to the next.
void Placement::pass_on(std::size_t last, std::size_t root) {
    for (std::size_t to = last; to != root; to = from_[to])
        move(tile_to_pass(from_[to], to), to);
}

bool Placement::move_elsewhere(const Tile& tile, const Window& window) {
    const std::size_t p = allocation_.owners[index(tile)];
    const bool can_lose = count(p) > window.least[p];
    start_search();
    const Word* row = &admitted_[tile.row * words_];
    const Word* column = &admitted_[tile.column * words_];
    for (std::size_t w = 0; w < words_; ++w) {
        const Word candidates = row[w] & column[w];
        for (Word rest = candidates; rest != 0; rest &= rest - 1) {
            const std::size_t q = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
            from_[q] = q;
            reached_.push_back(q);
        }
        unreached_[w] &= ~candidates;
    }
    for (std::size_t next = 0; next < reached_.size(); ++next) {
        const std::size_t q = reached_[next];
        const Word* passes = passes_to(q);
        const bool returns = ((passes[p / 64] >> p % 64) & 1) != 0;
        if (returns || (can_lose && count(q) < window.most[q])) {
            // From the end of the path on, because a tile is looked for among those its owner has.
            if (returns)
                move(tile_to_pass(q, p), p);
            std::size_t to = q;
            for (; from_[to] != to; to = from_[to])
                move(tile_to_pass(from_[to], to), to);
            move(tile, to);
            return true;
        }
        reach(passes, q);
    }
    return false;
}

bool Placement::expel(std::size_t p, std::size_t line, const Window& window) {
    toggle(p, line);
    history_.push_back({p, {line, line}});
    for (std::size_t across = is_row(line) ? allocation_.rows : 0; count_in(p, line) > 0; ++across) {
        const Tile tile = is_row(line) ? Tile{line, across} : Tile{across, line};
        ++work_;
        if (allocation_.owners[index(tile)] == p && !move_elsewhere(tile, window))
            return false;
    }
    return true;
}

bool Placement::level(std::span<const std::size_t> levels) {
    start_search();
    for (std::size_t p = 0; p < processors(); ++p)
        if (count(p) > levels[p]) {
            from_[p] = p;
            reached_.push_back(p);
            unreached_[p / 64] &= ~(Word{1} << p % 64);
        }
    for (std::size_t next = 0; next < reached_.size(); ++next) {
        const std::size_t p = reached_[next];
        if (count(p) < levels[p]) {
            std::size_t root = p;
            while (from_[root] != root)
                root = from_[root];
            pass_on(p, root);
            return true;
        }
        reach(passes_to(p), p);
    }
    return false;
}

} // namespace tangram::partition
