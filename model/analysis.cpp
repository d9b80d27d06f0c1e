#include "model/analysis.hpp"

#include "base/error.hpp"
#include "partition/base/problem.hpp"

#include <boost/math/tools/minima.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tangram::model {

namespace {

/// More leaves 2e-9 of the tasks to the second phase: none, or next to none.
constexpr double largest_beta = 20;

/// Of first_order_volume at its minimum. Measured on matrix products: its beta costs up to 1% where it is 14% off (30
/// processors), 4 to 14% where it is 20 to 32% off (20), against the beta of least volume.
constexpr double trusted_error = 0.15;

double dimensions(sched::Kernel kernel) {
    return kernel == sched::Kernel::outer ? 2 : 3;
}

/// e where n tasks that form a square (cube) need d n^e blocks.
double exponent(sched::Kernel kernel) {
    return (dimensions(kernel) - 1) / dimensions(kernel);
}

double sum_of_powers(std::span<const double> values, double power) {
    double sum = 0;
    for (const double value : values) {
        sum += std::pow(value, power);
    }
    return sum;
}

void require_beta(double beta, double most) {
    if (!(beta >= 0 && beta <= most)) {
        throw InvalidInput(fmt::format("beta is {}: it must be from 0 to {}", beta, most));
    }
}

/// first_order_volume() as a function of beta, for speeds that stay the same. By the lower
/// bound, both kernels have the same form (Beaumont and Marchal 2014, lemmas 4 and 5, section 4.2):
///
///     phase 1    beta^e - c beta^(1 + e) sum rs^(1 + e) / sum rs^e
///     phase 2    exp(-beta) N (1 - beta^e sum rs^(1 + e)) / sum rs^e
///
/// c is 1/4 for the outer product. For the matrix product the paper has 1 where the series of
/// x^2, with x^3 = beta rs - (beta rs)^2 / 2, gives 1/3; it is left as in the paper, whose
/// values of beta follow from it (p = 100, N = 40: 2.9158, with 1/3 it would be 2.8592).
class FirstOrder {
  public:
    FirstOrder(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative)
        : e_(exponent(kernel)), c_(kernel == sched::Kernel::outer ? 0.25 : 1), blocks_(blocks),
          bound_(sum_of_powers(relative, e_)), correction_(sum_of_powers(relative, 1 + e_)) {}

    [[nodiscard]] Volume at(double beta) const {
        const double squares = std::pow(beta, e_);
        return {squares * (1 - c_ * beta * correction_ / bound_),
                std::exp(-beta) * blocks_ * (1 - squares * correction_) / bound_};
    }

    [[nodiscard]] double limit() const {
        return std::min(e_ * bound_ / (c_ * (1 + e_) * correction_), std::pow(correction_, -1 / e_));
    }

  private:
    double e_;
    double c_;
    double blocks_;
    double bound_;
    double correction_;
};

/// Where f is least in [0, end]: between the neighbours of the least of many values, as beta = 0
/// (all at random) is always a local minimum. Some 450 values of f.
template <class Function> double minimum(const Function& f, double end) {
    constexpr int steps = 400;
    constexpr int bits = std::numeric_limits<double>::digits / 2;
    const auto place = [&](int step) { return std::lerp(0.0, end, static_cast<double>(step) / steps); };
    int least = 0;
    double least_value = f(place(least));
    for (int step = 1; step <= steps; ++step) {
        if (const double value = f(place(step)); value < least_value) {
            least = step;
            least_value = value;
        }
    }
    if (least == 0 || least == steps) {
        return place(least);
    }
    return boost::math::tools::brent_find_minima(f, place(least - 1), place(least + 1), bits).first;
}

} // namespace

std::vector<double> relative_speeds(std::span<const double> speeds) {
    return partition::shares(speeds);
}

double lower_bound(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative) {
    const double d = dimensions(kernel);
    return d * std::pow(blocks, d - 1) * sum_of_powers(relative, exponent(kernel));
}

double lower_bound(const sched::AffinityProblem& problem, std::span<const double> relative) {
    const double e = exponent(problem.kernel);
    return dimensions(problem.kernel) * std::pow(static_cast<double>(problem.tasks()), e) * sum_of_powers(relative, e);
}

double part_left(sched::Kernel kernel, double relative_speed, double x) {
    const double alpha = (1 - relative_speed) / relative_speed;
    return std::pow(1 - std::pow(x, dimensions(kernel)), alpha);
}

double part_done(sched::Kernel kernel, double relative_speed, double x) {
    // alpha + 1 = 1 / rs; log1p and expm1 keep the digits of small x.
    return -std::expm1(std::log1p(-std::pow(x, dimensions(kernel))) / relative_speed);
}

Volume first_order_volume(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative, double beta) {
    require_beta(beta, std::numeric_limits<double>::max());
    return FirstOrder(kernel, blocks, relative).at(beta);
}

double first_order_limit(sched::Kernel kernel, std::span<const double> relative) {
    constexpr std::uint32_t any_number_of_blocks = 1;
    return FirstOrder(kernel, any_number_of_blocks, relative).limit();
}

Volume volume(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative, double beta) {
    require_beta(beta, std::numeric_limits<double>::infinity());
    const double e = exponent(kernel);
    Volume sum;
    for (const double rs : relative) {
        const double known = std::pow(-std::expm1(-beta * rs), e); // x^(d-1), of the blocks of a matrix
        sum.phase1 += known;
        // Of the N tasks of a block that it lacks exp(-beta) / (1 - x^d) are left, and each is its
        // own with probability rs.
        if (known < 1) {
            sum.phase2 += (1 - known) * -std::expm1(blocks * std::log1p(-rs * std::exp(-beta * (1 - rs))));
        }
    }
    const double bound = sum_of_powers(relative, e);
    return {sum.phase1 / bound, sum.phase2 / bound};
}

double best_beta(sched::Kernel kernel, std::uint32_t blocks, std::span<const double> relative) {
    const FirstOrder first_order(kernel, blocks, relative);
    const double end = std::min(largest_beta, first_order.limit());
    const auto whole = [&](double b) { return volume(kernel, blocks, relative, b).total(); };
    const double beta = minimum([&](double b) { return first_order.at(b).total(); }, end);
    if (beta < end && std::abs(first_order.at(beta).total() / whole(beta) - 1) <= trusted_error) {
        return beta;
    }
    return minimum(whole, largest_beta);
}

double best_homogeneous_beta(sched::Kernel kernel, std::uint32_t blocks, std::size_t processors) {
    return best_beta(kernel, blocks, relative_speeds(std::vector(processors, 1.0)));
}

} // namespace tangram::model
