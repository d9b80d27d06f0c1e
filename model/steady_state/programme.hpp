#pragma once

/// The linear programme of the steady state: which column is which activity, which row which constraint. Beaumont,
/// Legrand and Robert 2003, section 3; of its variables only `sent` and `cons` are left, as the others follow from
/// these.

#include "model/steady_state/linear_programme.hpp"
#include "model/steady_state/rates.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::model::steady_state {

class Programme {
  public:
    /// Of a valid problem, which must outlive it. O((capacities + processors) x links x files).
    explicit Programme(const Problem& problem);
    explicit Programme(Problem&&) = delete;

    /// Maximises the throughput.
    [[nodiscard]] const LinearProgramme& throughput() const { return linear_; }

    /// Of all solutions that are as good as an optimal one, maximises what is not spent on transfers: minimises the sum
    /// of data c sent. By complementary slackness these leave out each column that loses at the optimum's prices, and
    /// fill each row that has a price.
    [[nodiscard]] LinearProgramme least_traffic(const Optimum& optimum) const;

    [[nodiscard]] Rates rates(const std::vector<Rational>& values) const;

    /// By capacity of capacities(), its row's price.
    [[nodiscard]] std::vector<Rational> prices(const Optimum& optimum) const;

  private:
    using Column = std::optional<std::size_t>;

    std::size_t new_column(const Rational& upper);
    void add_activities();
    void add_capacities();
    void add_conservation();
    void add_conservation(std::size_t processor, std::size_t file);
    void count_jobs();

    const Problem& problem_;
    std::vector<std::vector<std::optional<Rational>>> times_;
    std::vector<std::vector<Column>> computed_; ///< by processor and task
    std::vector<std::vector<Column>> sent_;     ///< by link and file
    std::vector<Column> made_;                  ///< by processor: inputs; masters alone
    std::vector<Column> ended_;                 ///< by processor: jobs that end there; none with an end for each leaf
    LinearProgramme linear_;                    ///< its first rows are the capacities
};

} // namespace tangram::model::steady_state
