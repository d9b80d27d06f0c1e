#pragma once

/// The tasks that are ready and not handed out, and what each would cost a memory
/// node: the number of its tiles that must be moved or duplicated there
/// (Eyraud-Dubois and Lambert 2018, section 4.2). Tiles are tracked by what is handed out: a node that takes a task
/// has its tiles from then on (they are on their way), and the tile that it writes
/// is nowhere else.
///
/// A cost changes only when a tile arrives at or leaves a node. With
/// Search::by_cost the users of each tile are indexed and each node keeps its
/// candidates in buckets by cost, so that the cheapest of all tasks is found
/// without looking at them (amortised O(nodes that have one of its tiles) per task).

#include "sched/base/product_tiles.hpp"
#include "sched/ready/cost_buckets.hpp"
#include "sched/ready/task_lists.hpp"
#include "sched/ready/tile_places.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Where a product's tiles are before its first task.
struct StartingPlaces {
    std::size_t nodes = 1;
    std::optional<Node> home = {}; ///< the node that has A and B, and C if it is read; nothing if it has no workers
    bool reads_c = true; ///< false: the first task on a tile of C only writes it, which costs nothing anywhere

    /// Whether a node really has the task's tile of this position (0: A ... the last:
    /// written). Asked about tiles that are thought to be there, before a task is
    /// chosen for them, but not about those that nothing was written to yet. It is the
    /// caller's, and called within Policy::next: it must not wait, nor call the policy.
    /// Empty: nodes keep what they have.
    std::function<bool(const Task&, std::size_t position, Node)> still_there = {};
};

enum class Search { by_order, by_cost };

class ReadyTasks {
  public:
    using Ticket = TaskLists::Ticket;

    /// Lists 0 to nodes - 1 are the nodes' own; the list `nodes` is nobody's.
    ReadyTasks(const ProductShape& shape, StartingPlaces start, Search search);

    [[nodiscard]] const ProductTiles& tiles() const { return tiles_; }
    [[nodiscard]] const TaskLists& lists() const { return lists_; }
    [[nodiscard]] std::size_t shared_list() const { return start_.nodes; }

    /// Throws std::out_of_range for a task outside the product.
    Ticket add(const Task& task, std::size_t list);

    /// Appends the task to another list; its ticket is a new one.
    Ticket move(Ticket ticket, std::size_t list);

    /// Takes the task for a node, which gets its tiles.
    Task hand_out(Ticket ticket, Node node);

    /// Tiles of the task that the node lacks, 0 to 3. O(1).
    [[nodiscard]] unsigned cost(Ticket ticket, Node node) const;

    /// The cheapest task for the node that is not in its own list, among those that
    /// have a tile there; nothing if none has. Search::by_cost only.
    std::optional<Ticket> cheapest(Node node, End end);

    /// Asks which of the task's tiles the node really has (StartingPlaces::still_there) and forgets the others; whether
    /// there were any. cheapest() does so by itself.
    bool forget_lost_tiles(Ticket ticket, Node node);

    /// The node lost the tile. O(ready tasks that use it).
    void lost(Tile tile, Node node);

  private:
    struct User {
        Ticket ticket;
        std::uint32_t position; ///< of the tile in the task
    };

    Task take(Ticket ticket);
    void arrived(Tile tile, Node node);
    void move_to(Tile tile, Node node);
    void index(Ticket ticket);
    void forget(Ticket ticket);
    void offer(Ticket ticket, Node node);
    void offer_users(Tile tile, Node node);
    [[nodiscard]] bool costs(Ticket ticket, Node node, std::size_t cost) const;

    ProductTiles tiles_;
    StartingPlaces start_;
    Search search_;
    TaskLists lists_;
    TilePlaces places_;
    std::vector<bool> unread_;             ///< by tile: nothing was written to it and nothing will read it before
    std::vector<std::vector<User>> users_; ///< ready tasks by tile
    std::vector<std::array<std::uint32_t, 3>> positions_; ///< of a slot's entries in users_
    std::vector<CostBuckets> buckets_;                    ///< by node
};

} // namespace tangram::sched
