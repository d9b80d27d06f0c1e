#include "model/steady_state/counts.hpp"

namespace tangram::model::steady_state {

namespace {

std::vector<std::vector<Integer>> rounded_down(const Rational& time, const std::vector<std::vector<Rational>>& rates) {
    std::vector<std::vector<Integer>> counts;
    for (const std::vector<Rational>& row : rates) {
        std::vector<Integer>& whole = counts.emplace_back();
        for (const Rational& rate : row) {
            const Rational exact = rate * time;
            whole.emplace_back(exact.get_num() / exact.get_den());
        }
    }
    return counts;
}

} // namespace

Counts counts_in(const Rational& time, const Rates& rates) {
    return {rounded_down(time, rates.computed), rounded_down(time, rates.sent)};
}

} // namespace tangram::model::steady_state
