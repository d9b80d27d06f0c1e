#pragma once

/// Slow workers at home that begin a tile of C each, and hand the rest of it on.
///
/// The products of a tile run one after the other, on one worker at a time. Beside fast accelerators a CPU worker may
/// do only the first few products of a tile in the time of the whole product, and hand on the others
/// (OwnTasks::hand_on). A share of tiles in proportion to speed then leaves workers without work: 31 cores that do 3.4%
/// of 14 x 14 tiles have 7 tiles, and 24 of them none. So each gets a tile:
///
///     worker 1   |--- tile 1: product 1 ---|--- product 2 ---|                 the rest goes to an accelerator
///     worker 2   |--- tile 2: product 1 ---|--- product 2 ---|                 likewise
///
/// Not in Eyraud-Dubois and Lambert (2018).

#include "sched/plan/planned_product.hpp"

#include <cstddef>
#include <optional>

namespace tangram::sched {

/// Whole products of each tile that workers at home do, one tile each, before they must hand them on for the others to
/// be done with the rest in time. All of them, or more, where that gains nothing: if home is as fast as the others.
double products_of_begun_tiles(const PlannedProduct& product, double begun);

/// Home's share of all tiles of C if each of its workers begins one. Nothing where the tiles of its share by speed keep
/// all workers busy, where workers end what they begin, and where links would need longer for what is handed on than
/// the workers save. O(nodes links).
std::optional<double> share_of_begun_tiles(const PlannedProduct& product);

} // namespace tangram::sched
