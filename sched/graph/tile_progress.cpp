#include "sched/graph/tile_progress.hpp"

#include <utility>

namespace tangram::sched::graph {

TileProgress::Tile& TileProgress::known(DataId tile) {
    if (tile >= tiles_.size()) {
        tiles_.resize(std::size_t{tile} + 1);
    }
    return tiles_[tile];
}

void TileProgress::submitted(DataId tile) {
    Tile& counted = known(tile);
    if (counted.executed == counted.submitted) {
        counted.executed = counted.submitted = 0;
    }
    ++counted.submitted;
}

void TileProgress::executed(DataId tile, std::optional<Node> node) {
    Tile& counted = known(tile);
    ++counted.executed;
    counted.was_away = counted.was_away || (node && node != home);
}

void TileProgress::executed_in_zones(DataId tile, Node node, Node owner, bool home_ends_tiles) {
    Tile& begun = known(tile);
    const bool is_first = !std::exchange(begun.is_begun, true);
    if (node == home && is_first) {
        ++begun_at_home_;
        begun.kept_by = home_ends_tiles ? home : owner;
    } else if (node != home && owner == home) {
        begun.kept_by = node;
    }
}

} // namespace tangram::sched::graph
