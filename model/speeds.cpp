#include "model/speeds.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tangram::model {

namespace {

/// In ]low, high], so that it is never 0. The standard's distributions are each library's own;
/// its generators are not.
double drawn_from(double low, double high, std::mt19937_64& random) {
    const double part = std::ldexp(static_cast<double>((random() >> 11) + 1), -53);
    return std::min(low + (high - low) * part, high);
}

} // namespace

SpeedDistribution::SpeedDistribution(std::string_view text) : text_(text), form_(parse_speed_form(text)) {}

std::optional<std::size_t> SpeedDistribution::processors() const {
    return form_.kind == SpeedForm::Kind::given ? std::optional(form_.numbers.size()) : std::nullopt;
}

bool SpeedDistribution::is_random() const {
    return form_.kind != SpeedForm::Kind::given && std::ranges::min(form_.numbers) < std::ranges::max(form_.numbers);
}

ProcessorSpeeds SpeedDistribution::draw(std::size_t processors, std::uint64_t seed) const {
    const std::vector<double>& numbers = form_.numbers;
    if (this->processors().value_or(processors) != processors) {
        throw InvalidInput(fmt::format("speeds '{}': {} numbers for {} processors, expected one each", text_,
                                       numbers.size(), processors));
    }
    if (form_.kind == SpeedForm::Kind::given) {
        return {numbers, form_.change, form_.changes_add_up};
    }
    // Strategies draw from the same generator with the same seed: theirs must be other numbers.
    std::mt19937_64 random(~seed); // not Dice, whose draws below a number are others: recorded runs would change
    ProcessorSpeeds result{{}, form_.change, form_.changes_add_up};
    for (std::size_t p = 0; p < processors; ++p) {
        result.tasks_per_second.push_back(form_.kind == SpeedForm::Kind::set
                                              ? numbers[random() % numbers.size()]
                                              : drawn_from(numbers[0], numbers[1], random));
    }
    return result;
}

std::string SpeedDistribution::forms() {
    return speed_forms();
}

} // namespace tangram::model
