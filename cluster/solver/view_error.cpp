#include "cluster/solver/view_error.hpp"

#include <cmath>

namespace tangram::solver {

std::optional<double> ViewError::decides(int master, const Decision& decision) {
    double error = 0;
    double load = 0;
    for (std::size_t process = 0; process < truth_.size(); ++process) {
        if (static_cast<int>(process) != master) {
            const auto believed = static_cast<double>(metric(strategy_, decision.view[process]));
            const auto true_load = static_cast<double>(metric(strategy_, truth_[process]));
            error += std::abs(believed - true_load);
            load += true_load;
        }
    }
    for (const exchange::Reservation& slave : decision.slaves) {
        truth_.at(static_cast<std::size_t>(slave.process)) += slave.load;
    }
    if (load <= 0) {
        return std::nullopt;
    }
    sum_ += error / load;
    max_ = std::max(max_, error / load);
    ++counted_;
    return error / load;
}

std::optional<MeanAndMax> ViewError::over_decisions() const {
    return counted_ > 0 ? std::optional(MeanAndMax{sum_ / static_cast<double>(counted_), max_}) : std::nullopt;
}

} // namespace tangram::solver
