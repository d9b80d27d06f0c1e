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
    for (std::size_t tile = 0; tile < allocation_.owners.size(); ++tile) {
        const std::size_t p = allocation_.owners[tile];
        position_[tile] = tiles_of_[p].size();
        tiles_of_[p].push_back(tile);
        ++counts_[row_of(tile) * processors() + p];
        ++counts_[column_of(tile) * processors() + p];
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

void Placement::set_owner(std::size_t tile, std::size_t to) {
    const std::size_t from = std::exchange(allocation_.owners[tile], to);
    std::vector<std::size_t>& left = tiles_of_[from];
    position_[left.back()] = position_[tile];
    left[position_[tile]] = left.back();
    left.pop_back();
    position_[tile] = tiles_of_[to].size();
    tiles_of_[to].push_back(tile);
    for (std::size_t line : {row_of(tile), column_of(tile)}) {
        --counts_[line * processors() + from];
        ++counts_[line * processors() + to];
    }
    is_stale_[from] = 1;
    is_stale_[to] = 1;
}

void Placement::admit(std::size_t p, std::size_t line) {
    toggle(p, line);
    history_.push_back({p, line, false});
}

void Placement::move(std::size_t tile, std::size_t to) {
    history_.push_back({allocation_.owners[tile], tile, true});
    set_owner(tile, to);
}

void Placement::rewind(std::size_t length) {
    work_ += history_.size() - length;
    for (; history_.size() > length; history_.pop_back()) {
        const Event& event = history_.back();
        if (event.is_move)
            set_owner(event.place, event.processor);
        else
            toggle(event.processor, event.place);
    }
}

const Word* Placement::passes_to(std::size_t p) {
    Word* result = &passes_to_[p * words_];
    if (std::exchange(is_stale_[p], 0) == 0)
        return result;
    std::fill_n(result, words_, 0);
    for (std::size_t tile : tiles_of_[p]) {
        const Word* row = &admitted_[row_of(tile) * words_];
        const Word* column = &admitted_[column_of(tile) * words_];
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

std::size_t Placement::tile_to_pass(std::size_t from, std::size_t to) const {
    return *std::find_if(tiles_of_[from].begin(), tiles_of_[from].end(),
                         [&](std::size_t tile) { return may_own(to, tile); });
}

/// Each processor on the path from `root` to `last` passes a tile on to the next.
void Placement::pass_on(std::size_t last, std::size_t root) {
    for (std::size_t to = last; to != root; to = from_[to])
        move(tile_to_pass(from_[to], to), to);
}

bool Placement::move_elsewhere(std::size_t tile, const Window& window) {
    const std::size_t p = allocation_.owners[tile];
    const bool can_lose = count(p) > window.least[p];
    start_search();
    const Word* row = &admitted_[row_of(tile) * words_];
    const Word* column = &admitted_[column_of(tile) * words_];
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
    history_.push_back({p, line, false});
    const std::size_t columns = allocation_.columns;
    const std::size_t length = is_row(line) ? columns : allocation_.rows;
    work_ += count_in(p, line) > 0 ? length / 4 : 1;
    for (std::size_t position = 0; count_in(p, line) > 0; ++position) {
        const std::size_t tile =
            is_row(line) ? line * columns + position : position * columns + line - allocation_.rows;
        if (position == length || (allocation_.owners[tile] == p && !move_elsewhere(tile, window)))
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
