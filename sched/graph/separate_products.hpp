#pragma once

/// Products that share no data with each other, such as a batch of small ones. If a small product is spread over
/// several nodes, each of its tiles of A and B goes to several. So a product is kept whole, with one owner, if that
/// leaves the owner with no more than about its part of the work that is under way; others have no owner here.
///
///     submitted(task) -> its product grows; one that is too much for its owner is whole no more
///     owner(datum)    -> a product that has become small beside the others is dealt to the node with least, by speed
///     executed(task)  -> a product without tasks left has ended: its data may be paired otherwise the next time
///
/// Products are under way from their first task that is submitted to their last one that begins: if they come one by
/// one, each when the one before is done, all nodes work on each.

#include "sched/base/task.hpp"
#include "sched/graph/disjoint_sets.hpp"
#include "sched/graph/task_graph.hpp"
#include "sched/graph/update_kernel.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched::graph {

class SeparateProducts {
  public:
    /// accelerators: ascending.
    explicit SeparateProducts(std::vector<Node> accelerators);

    /// C += A B. O(log data + accelerators), amortised, as all of these. update: must be known.
    void submitted(DataId c, DataId a, DataId b, const UpdateKernel& update);

    /// Such a task has begun, or has ended elsewhere. The last one of a product takes O(its data).
    void executed(DataId c);

    /// Of the product that uses the datum, if there are several and it is whole.
    std::optional<Node> owner(DataId data, const UpdateKernel& update);

    /// Several are under way. Two may be parts of one, as in C += A B^T + B A^T: the next task joins them.
    [[nodiscard]] bool are_several() const { return under_way_ > 2; }

    /// Products that are or were whole; those of data that others had before count no more.
    [[nodiscard]] std::size_t dealt() const { return dealt_; }

    /// Whether some may be whole that were not, so that all ready tasks are to be asked anew: as many were submitted
    /// since this was so last as 1/8 of the tasks under way, and of the ready ones, which may be others.
    bool have_grown(std::size_t ready);

  private:
    /// By root.
    struct Product {
        std::size_t tasks = 0; ///< that were submitted, since none were left
        std::size_t left = 0;  ///< of these
        bool is_whole = false;
        bool is_counted = false;    ///< in dealt_
        std::optional<Node> owner;  ///< while it is whole, and since: of its data, when it has ended
        std::vector<DataId> others; ///< its data but the root
    };

    void join(DataId a, DataId b);
    void set_whole(Product& product, bool is_whole);
    void end(DataId root);
    [[nodiscard]] Node poorest(const UpdateKernel& update) const;
    [[nodiscard]] bool fits(const Product& product, Node node, const UpdateKernel& update) const;

    std::vector<Node> accelerators_;
    DisjointSets sets_; ///< of data
    std::vector<Product> products_;
    std::vector<std::size_t> load_; ///< tasks of whole products, by owner
    std::size_t dealt_ = 0;
    std::size_t under_way_ = 0; ///< products
    std::size_t tasks_ = 0;     ///< of these
    std::size_t new_tasks_ = 0; ///< since products have grown
};

} // namespace tangram::sched::graph
