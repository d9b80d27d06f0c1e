#pragma once

/// The numbers of one process of the factorisation, beside its solver::SolverProcess, which says what happens to them.
///
///     engine: a message of the application comes    arrives(), with its numbers; then SolverProcess::receive()
///             the SolverProcess returns actions     carry_out(): the numbers that go with each message
///             these begin a computation             compute(); then SolverProcess::computed()
///             all processes are done                factors()
///
/// One thread calls all that. What SolverProcess::receive() returns during a computation, for a message of the
/// exchange, has nothing to be carried out.
///
/// Rows are stored where they are dealt to, and nowhere else. Beside active memory, as SolverProcess counts it, there
/// are factors, panels of other processes until the last block here is updated, and for a moment a copy of a block
/// whose factors and contributed rows are parted. Contributed rows are added up in the order in which they come, so the
/// last digits differ from run to run.

#include "cluster/numerics/factors.hpp"
#include "cluster/numerics/ordered_matrix.hpp"
#include "cluster/solver/solver_process.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace tangram::numerics {

/// Of a message: as many as solver::entries_with says, row by row, in the order of columns. Those of a panel are the
/// same for all to whom it goes. Never null.
using Numbers = std::shared_ptr<const std::vector<double>>;

class NumericProcess {
  public:
    /// Problem, elimination and matrix must outlive it.
    NumericProcess(int me, const solver::Problem& problem, const fronts::Elimination& elimination,
                   const OrderedMatrix& matrix);

    /// A message that has come, whatever it is. Throws std::logic_error if it has not as many numbers as it should.
    void arrives(const solver::Message& message, std::vector<double> numbers);

    /// Allocates, assembles the matrix's entries and contributed rows, and packs. Returns what goes with each of
    /// actions.messages, in their order. O(entries).
    [[nodiscard]] std::vector<Numbers> carry_out(const solver::Actions& actions);

    /// A pivot that cannot be used is told in factors(). What follows has no meaning then, but goes on, as others wait
    /// for it, and every process comes to the end by itself.
    void compute(const solver::Step& step);

    /// Matrix entries that lie here, as SolverProcess counts active memory. O(blocks and contributed rows here).
    [[nodiscard]] std::int64_t active_entries() const;

    /// Of panels of other processes. O(panels here).
    [[nodiscard]] std::int64_t panel_entries() const;

    [[nodiscard]] const Factors& factors() const { return factors_; }

  private:
    struct BlockAtWork {
        Matrix rows;
        std::size_t next = 0; ///< panel
    };
    struct FrontAtWork {
        std::map<std::size_t, BlockAtWork> blocks;         ///< by number
        std::map<std::size_t, std::vector<double>> panels; ///< of other processes, by number of their block
    };
    /// Rows of a contribution block, all its columns.
    struct Contribution {
        solver::Rows rows;
        Matrix values;
    };
    struct ArrivedRows {
        solver::ContributedRows rows;
        std::vector<double> numbers;
    };

    void allocate(const solver::Deal& deal);
    void add(const solver::ContributedRows& rows);
    void add_to_parent(const solver::ContributedRows& rows, const MatrixView<const double>& values);
    [[nodiscard]] std::vector<double> packed(const solver::Message& message) const;

    void eliminate_pivots(FrontId front, std::size_t block, const MatrixView<double>& rows);
    void update_by(FrontId front, std::size_t panel, const MatrixView<double>& rows) const;
    void finish(FrontId front, std::size_t block);
    void release_panel(FrontId front, std::size_t panel);

    [[nodiscard]] const solver::Front& front_of(FrontId front) const { return problem_->tree.fronts.at(front); }
    [[nodiscard]] const solver::Block& block_of(FrontId front, std::size_t block) const;
    [[nodiscard]] MatrixView<const double> panel_here(FrontId front, std::size_t block) const;
    [[nodiscard]] MatrixView<const double> contribution_here(FrontId front, const solver::Rows& rows) const;

    int me_;
    const solver::Problem* problem_;
    const fronts::Elimination* elimination_;
    const OrderedMatrix* matrix_;

    std::map<FrontId, FrontAtWork> fronts_;
    std::map<FrontId, std::vector<Contribution>> contributions_; ///< by front
    std::map<FrontId, std::vector<ArrivedRows>> arrived_;        ///< by child, not yet added
    Factors factors_;
};

} // namespace tangram::numerics
