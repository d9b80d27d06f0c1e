#pragma once

/// Whether a theft is worth it: pure functions of the nodes' speeds and of the products that remain. A thief takes over
/// all that remains of a tile of C (TileHolders): products that run one after the other on one worker at a time:
///
///     thief    |--- room ---|--- lead: the first product ---|--- the tile's others, or what they lack, if longer ---|
///     victim   |--- all that remains for it, on all its workers -----------...   pays() if this is longer
///
/// Where links share a bus, what the thief fetches keeps others waiting; where devices are nearer to each other than to
/// RAM, that is only A and B of rows and columns that none of them works on. Where RAM limits the whole product, all
/// devices with work wait for the bus, and it counts once for each. StarPU allocates an auxiliary tile (LateC) in RAM
/// in the victim's thread, in page-locked memory. The transfers and the allocation together must not take longer than
/// the victim would need for the products.
///
/// Some tiles are reserved for a thief from the start (spare_tiles). It does all that it has before:
///
///     thief    |--- lead ---|--- its own, and what is reserved for it ---|
///     owner    |--- the tile, on one worker that begins it now ------------...   thief_is_sooner() if this is longer
///
/// A worker at home may be slow beside other nodes. It hands on the rest of the tile that it works on before it begins
/// a product that another node would be done with sooner, behind all that it has to do:
///
///     worker   |--- the tile's next product ---------------------|
///     other    |--- all that remains for it ---|--- lead ---|          seconds_behind(), if shorter
///
/// A device, too, may be slow beside others, and its last tiles take long. It hands a tile on before it begins a
/// product if another device would be done with the tile sooner, to which C moves:
///
///     device   |--- the tile's products --------------------------------------|
///     other    |--- all that remains for it ---|--- lead ---|--- the tile's others ---|   seconds_to_take_over()
///
/// Not in Eyraud-Dubois and Lambert (2018), whose thieves take whatever they find.

#include "sched/base/node_speed.hpp"

#include <cstddef>

namespace tangram::sched {

/// What a thief would take from whom.
struct Theft {
    NodeSpeed thief;
    NodeSpeed victim;
    std::size_t products = 1;         ///< that the thief takes over, at least one
    std::size_t missing = 0;          ///< tiles that the thief lacks for the first of them
    std::size_t lines_at_home = 2;    ///< of the tile's row and column those that no device works on
    std::size_t victim_remaining = 1; ///< products that remain for the victim, these included
    std::size_t contenders = 1;       ///< nodes that wait while what the thief fetches takes the bus
    bool needs_room = false;          ///< whether an auxiliary tile of these products comes to the thief
};

/// Whether the victim still has work when the thief is done, and the theft saves the victim at least the time that the
/// thief's transfers on a bus and the allocation of an auxiliary tile take together.
[[nodiscard]] bool pays(const Theft& theft);

/// A tile that is reserved for a thief and that nobody has begun.
struct ReservedTile {
    NodeSpeed thief;
    NodeSpeed owner;
    std::size_t thief_remaining = 0; ///< products until the thief is done with it: its own, and all reserved for it
    std::size_t products = 1;        ///< of the tile
};

/// Whether the thief is done with the tile sooner than a worker of its owner that begins it now.
[[nodiscard]] bool thief_is_sooner(const ReservedTile& tile);

/// Seconds until a node is done with a product that it gets now, behind the products that remain for it.
[[nodiscard]] double seconds_behind(const NodeSpeed& node, std::size_t remaining);

/// Seconds until a node is done with so many products of a tile, at least one, that another device hands on to it,
/// behind the products that remain for it.
[[nodiscard]] double seconds_to_take_over(const NodeSpeed& node, std::size_t remaining, std::size_t products);

} // namespace tangram::sched
