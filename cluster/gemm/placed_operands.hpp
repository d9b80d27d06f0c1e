#pragma once

/// The matrices of a distributed product, of which each process has the tiles that a plan gives it, and takes those of
/// the next plan when zones change.

#include "apps/gemm/runtime/pinned_matrices.hpp"
#include "cluster/gemm/migration.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/operands.hpp"
#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/team/team.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tangram::cluster {

/// C = alpha op(A) op(B) + beta C.
struct Factors {
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    double alpha = 1;
    double beta = 0;
};

template <class T> class PlacedOperands {
  public:
    /// Of process `me`; uninitialised. Throws as OwnedTiles.
    PlacedOperands(const Factors& factors, const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                   std::size_t me, Allocate allocate = {})
        : allocate_(std::move(allocate)), a_(tiles_of_a<T>(problem, plan, factors.transa, me, allocate_)),
          b_(tiles_of_b<T>(problem, plan, factors.transb, me, allocate_)),
          c_(tiles_of_c<T>(problem, plan, me, allocate_)),
          c0_(static_cast<T>(factors.beta) != T{0} ? tiles_of_c<T>(problem, plan, me, allocate_)
                                                   : no_tiles<T>(c_.shape())),
          product_{static_cast<T>(factors.alpha), a_, b_, static_cast<T>(factors.beta), c_} {}

    PlacedOperands(const PlacedOperands&) = delete;
    PlacedOperands& operator=(const PlacedOperands&) = delete;
    ~PlacedOperands() = default;

    [[nodiscard]] OwnedTiles<T>& a() { return a_; }
    [[nodiscard]] OwnedTiles<T>& b() { return b_; }
    [[nodiscard]] OwnedTiles<T>& c() { return c_; }
    [[nodiscard]] OwnedTiles<T>& c0() { return c0_; } ///< C before each product; no tiles where it is not read
    [[nodiscard]] const DistributedProduct<T>& product() const { return product_; }
    /// What tasks read and write.
    [[nodiscard]] std::vector<apps::PinnedMatrices::Extent> memory() const {
        return {a_.memory(), b_.memory(), c_.memory()};
    }
    [[nodiscard]] bool reads_c() const { return product_.beta != T{0}; }

    /// Collective: to the owners of another plan. has_results: C, too; if not, it is uninitialised then. Throws as
    /// migrated().
    void migrate(const nodes::NodePlan& from, const nodes::NodePlan& to, bool has_results, const team::Team& team) {
        const nodes::Owners before = from.owners();
        const nodes::Owners after = to.owners();
        a_ = migrated(a_, before.a, after.a, team, allocate_);
        b_ = migrated(b_, before.b, after.b, team, allocate_);
        if (reads_c()) {
            c0_ = migrated(c0_, before.c, after.c, team, allocate_);
        }
        c_ = has_results ? migrated(c_, before.c, after.c, team, allocate_)
                         : tiles_by_owner<T>(c_.shape(), after.c, team, allocate_);
    }

  private:
    Allocate allocate_;
    OwnedTiles<T> a_, b_, c_, c0_;
    DistributedProduct<T> product_;
};

} // namespace tangram::cluster
