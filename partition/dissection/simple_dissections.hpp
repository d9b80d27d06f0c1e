#pragma once

/// Ways to dissect a part at once, without a search: what NRRP+ compares its
/// first steps by, and falls back to.

#include "base/infinity.hpp"
#include "partition/dissection/columns.hpp"
#include "partition/dissection/dissection.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

struct SimpleDissection {
    enum class Method { rectangle, nrrp, snrrp, columns_x, columns_y, corner, slice };

    double cost = infinity;
    Method method = Method::rectangle;
};

class SimpleDissections {
  public:
    /// All ranks below `ascending` must be in ascending order; one more, the
    /// last, may be any processor. `weights` are by rank; `weighted` says
    /// whether they may differ. Refers to the order and the weights.
    SimpleDissections(const Ascending& order, std::size_t ascending, std::span<const double> weights, bool weighted);

    /// Of the part's.
    [[nodiscard]] SimpleDissection cheapest(const Part& part);

    void dissect(const Part& part, SimpleDissection::Method method, Shapes& shapes);

  private:
    [[nodiscard]] bool is_domain(const Part& part) const { return part.size() == cuts_.order().size(); }

    template <template <class> class Recursion> [[nodiscard]] double cost_of(const Part& part) const {
        CostSum sum(weights_);
        Recursion(cuts_, sum).run(part);
        return sum.sum();
    }

    Cuts cuts_;
    std::size_t ascending_;
    std::span<const double> weights_;
    Columns columns_;
    bool weighted_;
};

} // namespace tangram::partition
