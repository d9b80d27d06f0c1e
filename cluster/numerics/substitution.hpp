#pragma once

/// One process of the distributed solution of A x = b by L and U, as a state machine: no MPI, no threads. Its messages:
/// segment.hpp.
///
///     engine: all processes have their factors    start()      -> messages to send
///             a message has come                  receive()    -> messages to send, until is_done()
///             all processes are done              solution(), summed over processes
///
/// Messages may come before start(), from processes that have started.

#include "cluster/numerics/factors.hpp"
#include "cluster/numerics/segment.hpp"
#include "cluster/solver/problem.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace tangram::numerics {

class Substitution {
  public:
    /// Problem, elimination and factors must outlive it. b: all of it, by row of the matrix. O(rows here).
    Substitution(int me, const solver::Problem& problem, const fronts::Elimination& elimination, const Factors& factors,
                 std::span<const double> b);

    /// Once.
    [[nodiscard]] std::vector<SegmentEnvelope> start();
    [[nodiscard]] std::vector<SegmentEnvelope> receive(Segment segment);

    /// Whether nothing is to be computed here, nor to come, nor to be sent.
    [[nodiscard]] bool is_done() const { return tasks_ == 0; }

    /// By row of the matrix: x, where it is known here, which is on one process for each row; else 0.
    [[nodiscard]] const std::vector<double>& solution() const { return solution_; }

  private:
    struct BlockState {
        std::vector<double> values;     ///< by row: the right-hand side; of pivots y, when they are eliminated
        Index awaited_rows = 0;         ///< of children, counted once for each
        std::size_t awaited_panels = 0; ///< of earlier blocks
        bool is_eliminated = false;

        [[nodiscard]] bool can_start() const { return awaited_rows == 0 && awaited_panels == 0; }
    };
    struct FrontState {
        std::map<std::size_t, BlockState> blocks; ///< here, by number; those that are needed still
        std::vector<double> x;                    ///< by row
        Index known = 0;                          ///< how many of x: those of the last rows
    };

    void prepare(FrontId front, std::size_t block, std::span<const double> b);
    [[nodiscard]] std::vector<SegmentEnvelope> handed_over();

    // Forward.
    void on_eliminated(const Segment& y);
    void on_contributed(const Segment& sums);
    void eliminate_if_possible(FrontId front, std::size_t block);
    void eliminate(FrontId front, std::size_t block);
    void send_contributed(FrontId front, std::size_t block, std::span<const double> values);

    // Backward.
    void on_solved(const Segment& x);
    void solve_all_possible(FrontId front);
    [[nodiscard]] std::optional<std::size_t> solvable(FrontId front) const;
    void solve(FrontId front, std::size_t block);
    void send_to_children(FrontId front, std::span<const double> x);

    void forget(FrontId front, std::size_t block);
    void post(int to, Segment segment);
    /// To each process but these that has one of the front's blocks [first, end).
    void post_to_owners(FrontId front, std::size_t first, std::size_t end, std::set<int> but, const Segment& segment);

    /// Of the front, the rows of a block's pivots.
    [[nodiscard]] solver::Rows pivots_of(FrontId front, std::size_t block) const;
    [[nodiscard]] const solver::Front& front_of(FrontId front) const { return problem_->tree.fronts.at(front); }
    [[nodiscard]] const std::vector<solver::Block>& deal_of(FrontId front) const { return factors_->deals.at(front); }
    [[nodiscard]] const BlockFactors& factors_of(FrontId front, std::size_t block) const {
        return factors_->blocks.at(front).at(block);
    }
    [[nodiscard]] Index row_of_matrix(FrontId front, Index row) const {
        return elimination_->permutation.at(elimination_->rows_of(front)[row]);
    }

    int me_;
    const solver::Problem* problem_;
    const fronts::Elimination* elimination_;
    const Factors* factors_;

    std::map<FrontId, FrontState> fronts_;
    std::size_t tasks_ = 0; ///< eliminations and solutions of blocks, and messages to come to a master from parents
    std::deque<Segment> to_me_;
    std::vector<SegmentEnvelope> outbox_;
    std::vector<double> solution_;
};

} // namespace tangram::numerics
