#pragma once

/// Which node owns what a task writes, by the structure that the tasks submitted so far have:
///
///     tasks that update several data -> Bundles: one owner for what is updated together (columns of a tile QR)
///     C += A B, A and B only read    -> Products, ProductZones: a zone of C for each node
///     several that share nothing     -> SeparateProducts: one owner for each that is small; Brick for the others
///     other C += A B                 -> Products, Brick: rows and columns of tiles, shared out by a repeated square
///     others                         -> no owner by structure
///
/// A task stays with the owner of what it writes, as a tile that stays is not moved. The structure becomes clearer with
/// each task, and zones are made anew as a product grows.

#include "sched/graph/brick.hpp"
#include "sched/graph/bundles.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/product_zones.hpp"
#include "sched/graph/products.hpp"
#include "sched/graph/separate_products.hpp"
#include "sched/graph/structure.hpp"
#include "sched/graph/task_graph.hpp"
#include "sched/graph/tile_progress.hpp"
#include "sched/graph/update_kernel.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tangram::sched::graph {

/// What `auto` divides products by.
const AllocationKind& automatic_zones();

class Owners {
  public:
    /// zones: of products, in two dimensions.
    explicit Owners(const MachineView& machine, const AllocationKind& zones = automatic_zones());

    /// A program submits a task. seconds: as for GraphScheduler::submitted.
    void submitted(std::span<const Use> uses, const Seconds& seconds);

    struct Answer {
        std::optional<Node> node; ///< nothing: the structure does not say
        std::uint32_t corner = 0; ///< the greater of row and column (in a zone, from its first): work grows from there
        bool is_panel = false;    ///< much longer than an update: nobody owns it, so that updates need not wait for it

        /// If all products are plain: the greater of corner and TileProgress::tasks_done.
        std::optional<std::uint32_t> shell = std::nullopt;
    };

    /// Of a task that was submitted. O(log data), amortised; now and then a brick is searched for.
    Answer of(std::span<const Use> uses, const Seconds& seconds);

    /// Makes zones anew if the product that they were made for has grown. Whether owners have changed, so that all
    /// ready tasks, of which there are so many, are to be asked anew. Searches for zones take up to 10 ms
    /// (ProductZones).
    bool refresh(std::size_t ready);

    /// A worker of this node executes the task. Home keeps the tiles of a product that it begins, until an accelerator
    /// takes them.
    void executed(std::span<const Use> uses, Node node);

    /// Somebody else executed the task, who did not ask.
    void executed_elsewhere(std::span<const Use> uses);

    /// What products the tasks submitted so far make.
    [[nodiscard]] const Products& products() const { return products_; }

    /// Whether products are plain, and several that share nothing are under way.
    [[nodiscard]] bool have_separate_products() const { return products_.are_plain() && separate_.are_several(); }

    /// Whether CPU workers may take such a task from its owner: tasks of a product with zones only if they can end a
    /// tile in time, or if no accelerator has had it, else the tile would come and go.
    [[nodiscard]] bool may_go_home(std::span<const Use> uses) const;

    /// What was found.
    [[nodiscard]] std::vector<Structure> structures() const;

    /// Products, and tasks that update several data.
    [[nodiscard]] std::size_t structured_tasks() const { return products_.tasks() + bundles_.tasks(); }

    /// The tasks that are most of the work.
    [[nodiscard]] const UpdateKernel& update() const { return update_; }

  private:
    [[nodiscard]] Answer at(std::span<const Use> uses, const Position& position, bool is_panel);
    std::optional<Node> owner_of_product(std::span<const Use> uses);
    void count_executed(std::span<const Use> uses, std::optional<Node> node);
    [[nodiscard]] std::string rule_of_products() const;
    [[nodiscard]] Node owner_of_tile(DataId data, const Position& position) const;
    [[nodiscard]] bool has_zones() const;
    void make_zones(const ProductSize& size);
    [[nodiscard]] Brick::Kind kind_of_brick() const;
    void make_brick();
    Node dealt(std::uint32_t bundle);

    const AllocationKind& zone_kind_;
    std::vector<Node> accelerators_;
    std::size_t cpu_workers_;
    UpdateKernel update_;

    Bundles bundles_;
    std::vector<Node> dealt_;    ///< owner, by bundle
    std::vector<double> shares_; ///< seconds of an update for each bundle that a node owns

    Products products_;
    SeparateProducts separate_;
    TileProgress progress_;
    std::optional<ProductZones> zones_;
    ProductSize zoned_;          ///< what zones_ were made for
    double searched_ = 0;        ///< work of searches for zones
    std::size_t seen_tiles_ = 0; ///< when refresh() was asked last
    std::optional<Brick> brick_;
    Brick::Kind brick_kind_;
    std::vector<Node> brick_nodes_; ///< by owner in the brick
};

} // namespace tangram::sched::graph
