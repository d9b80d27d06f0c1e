#pragma once

/// What dynamic strategies send, by differential equations (Beaumont and Marchal 2013 and 2014;
/// docs/algorithms.md, Affinity strategies and beta; lemmas are those of 2014): with x the part of
/// the indices that a processor of relative speed rs knows, d = 2 (outer) or 3 (matrix) and
/// alpha = (1 - rs) / rs, of the tasks outside of what it knows the part
///
///     g(x) = (1 - x^d)^alpha            is left             (lemmas 1 and 7)
///     t(x) = 1 - (1 - x^d)^(alpha + 1)  of all were done    (lemmas 2 and 8)
///
/// Dynamic*2Phases starts its second phase when exp(-beta) of the tasks are left, that is at
/// t = 1 - exp(-beta), when x^d = 1 - exp(-beta rs).

#include "sched/affinity/affinity_strategy.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tangram::model {

/// Speeds by their sum. Throws InvalidInput unless all are positive and finite.
std::vector<double> relative_speeds(std::span<const double> speeds);

/// The blocks that must be sent if each processor does a square (cube) of tasks as large as its
/// speed asks for: 2 N sum rs^(1/2), or 3 N^2 sum rs^(2/3) (Beaumont and Marchal 2014, sections 3.2
/// and 4.2).
double lower_bound(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative);

/// The same of a problem with sides of any length.
double lower_bound(const sched::AffinityProblem& problem, std::span<const double> relative);

/// g(x) and t(x) above, 0 <= x <= 1.
double part_left(sched::Kernel kernel, double relative_speed, double x);
double part_done(sched::Kernel kernel, double relative_speed, double x);

/// Communication of Dynamic*2Phases by the lower bound, of each phase.
struct Volume {
    double phase1 = 0;
    double phase2 = 0;
    [[nodiscard]] double total() const { return phase1 + phase2; }
};

/// To first order in rs (Beaumont and Marchal 2014: theorem 6 with the sign that its proof gives, section 4.2 with the
/// coefficient that is printed), for beta well below the number of processors. Throws InvalidInput unless beta is
/// finite and not negative.
Volume first_order_volume(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative, double beta);

/// The beta beyond which first_order_volume makes no sense, as its series end after two terms:
/// phase 1 would get cheaper as it gets longer, or phase 2 would cost less than nothing. For p
/// equal processors p, and 2/5 p for the matrix product.
double first_order_limit(sched::Kernel kernel, std::span<const double> relative);

/// With x of the end of the first phase as it is, and a second phase in which blocks stay
/// where they were sent: for any speeds and beta (0: Random), beyond the papers. From ln tasks on
/// no task is left for a second phase, which an infinite beta has not. For more tasks than processors.
/// Throws InvalidInput if beta is negative.
Volume volume(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative, double beta);

/// The beta of least first_order_volume, at most 20; where that has no minimum up to
/// first_order_limit, or is far off there (few processors), that of least volume. Equal speeds: what can be known
/// without speeds (Beaumont and Marchal 2014, section 3.6). O(processors), some 450 times over where volume is
/// minimised.
double best_beta(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative);

/// best_beta for processors that are alike.
double best_homogeneous_beta(sched::Kernel kernel, std::uint32_t blocks, std::size_t processors);

} // namespace tangram::model
