#include "partition/refine/transport.hpp"

#include "partition/refine/breadth_first_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <vector>

namespace tangram::partition {

namespace {

/// Shares out the tiles of each type - the set of processors that may own them
/// - between its processors by a transportation flow, so that the counts lie in
/// the window.
class Transport {
  public:
    Transport(const PerMask& tiles, const Window& window) : counts_(window.most.size(), 0), search_(counts_.size()) {
        for (Mask type = 1; type < bit(counts_.size()); ++type) {
            const auto first = static_cast<std::size_t>(std::countr_zero(type));
            owned_[type][first] = tiles[type];
            counts_[first] += tiles[type];
        }
        while (augment(window.most)) {
        }
        while (augment(window.least)) {
        }
    }

    /// The owner of the next tile of a type: its processors take turns only
    /// when they have no tiles left, which keeps zones compact.
    std::size_t take(Mask type) {
        auto& owned = owned_[type];
        const auto owner = std::find_if(owned.begin(), owned.end(), [](std::int64_t tiles) { return tiles > 0; });
        --*owner;
        return static_cast<std::size_t>(owner - owned.begin());
    }

  private:
    /// Tiles of a type that go from one processor to the next.
    struct Step {
        Mask type;
        std::size_t from;
        std::size_t to;
    };

    [[nodiscard]] std::int64_t excess(std::size_t p, const std::vector<std::size_t>& level) const {
        return counts_[p] - static_cast<std::int64_t>(level[p]);
    }

    /// Moves tiles from a processor above its level to one below, along a
    /// shortest path on which each passes on tiles that the next may own as
    /// well. False if there is no such path.
    bool augment(const std::vector<std::size_t>& level) {
        search_.restart();
        for (std::size_t p = 0; p < counts_.size(); ++p) {
            if (excess(p, level) > 0) {
                search_.reach(p);
            }
        }
        const auto is_below = [&](std::size_t p) { return excess(p, level) < 0; };
        const std::optional<std::size_t> end = search_.run(is_below, [&](std::size_t p) {
            for (Mask type = 1; type < bit(counts_.size()); ++type) {
                if (owned_[type][p] > 0) {
                    search_.reach_all(type, 0, p);
                }
            }
        });
        if (end) {
            shift(*end, level);
        }
        return end.has_value();
    }

    /// Moves as many tiles as can go along the path that ends at p.
    void shift(std::size_t p, const std::vector<std::size_t>& level) {
        steps_.clear();
        std::int64_t tiles = -excess(p, level);
        std::size_t source = p;
        for (std::size_t from = search_.before(p); from != BreadthFirstSearch::nobody; from = search_.before(source)) {
            steps_.push_back({passable_type(from, source), from, source});
            tiles = std::min(tiles, owned_[steps_.back().type][from]);
            source = from;
        }
        tiles = std::min(tiles, excess(source, level));
        for (const auto& [type, from, to] : steps_) {
            owned_[type][from] -= tiles;
            owned_[type][to] += tiles;
        }
        counts_[source] -= tiles;
        counts_[p] += tiles;
    }

    /// The first type of which one processor has tiles that another may own as well.
    [[nodiscard]] Mask passable_type(std::size_t from, std::size_t to) const {
        Mask type = bit(to);
        while ((type & bit(to)) == 0 || owned_[type][from] <= 0) {
            ++type;
        }
        return type;
    }

    std::array<std::array<std::int64_t, few_processors>, std::size_t{1} << few_processors> owned_{}; ///< tiles by type
    std::vector<std::int64_t> counts_;
    BreadthFirstSearch search_;
    std::vector<Step> steps_; ///< along the path found
};

/// Calls visit(begin, end) for each run of equal masks.
template <class Visit> void for_each_run(const std::vector<Mask>& masks, Visit visit) {
    for (std::size_t begin = 0, end = 0; begin < masks.size(); begin = end) {
        while (end < masks.size() && masks[end] == masks[begin]) {
            ++end;
        }
        visit(begin, end);
    }
}

} // namespace

Allocation placed(Memberships lines, const Window& window) {
    for (std::vector<Mask>& masks : lines) {
        std::sort(masks.begin(), masks.end());
    }
    const std::vector<Mask>& rows = lines[0];
    const std::vector<Mask>& columns = lines[1];
    PerMask tiles{};
    for (Mask row : rows) {
        for (Mask column : columns) {
            ++tiles[row & column];
        }
    }
    Transport transport(tiles, window);
    Allocation result{"", rows.size(), columns.size(), window.most.size(), {}};
    result.owners.resize(rows.size() * columns.size());
    for_each_run(rows, [&](std::size_t i0, std::size_t i1) {
        for_each_run(columns, [&](std::size_t j0, std::size_t j1) {
            const Mask type = rows[i0] & columns[j0];
            for (std::size_t i = i0; i < i1; ++i) {
                for (std::size_t j = j0; j < j1; ++j) {
                    result.owners[result.index(i, j)] = transport.take(type);
                }
            }
        });
    });
    return result;
}

} // namespace tangram::partition
