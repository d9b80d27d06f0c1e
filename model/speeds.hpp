#pragma once

/// How fast processors are, drawn at random (Beaumont and Marchal 2014, sections 3.4 and 3.5): tasks per
/// second, which may change from task to task.

#include "model/speed_forms.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::model {

struct ProcessorSpeeds {
    std::vector<double> tasks_per_second; ///< by processor, at the start
    double change = 0;                    ///< from task to task, by a random part up to this, up or down
    bool changes_add_up = false;          ///< to a random walk; else each is from the speed at the start

    /// Where changes add up no speed is further from what it was at the start than by this factor.
    static constexpr double farthest = 1e3;
};

/// A distribution, by its text:
///
///     equal              all 1
///     uniform:LOW:HIGH   each in the interval
///     set:S1,S2,...      each one of these
///     h:H                each in [100 - H, 100 + H]
///     dyn:X              each in [80, 120]; for each task this speed multiplied or divided, with
///                        equal odds, by up to 1 + X / 100
///     walk:X             as dyn:X, but each task changes the speed of the last one
///     file:PATH          numbers in a file; as many as there are processors, at most 1000000
///     unif.1 unif.2 set.3 set.5 dyn.5 dyn.20   those of Beaumont and Marchal (2014, section 3.5), whose
///                        changes are read as ones that do not add up: else they would
///                        matter, and the paper says that they do not
class SpeedDistribution {
  public:
    /// Throws InvalidInput for a text that is none of these, and for numbers below 1e-100, above 1e100 or
    /// further apart than by a factor of 1e15.
    explicit SpeedDistribution(std::string_view text);

    /// How many there are in a file; nothing for other forms, which are for any number.
    [[nodiscard]] std::optional<std::size_t> processors() const;

    /// Whether seeds differ in what is drawn.
    [[nodiscard]] bool is_random() const;

    /// Throws InvalidInput if the file has another number of speeds.
    [[nodiscard]] ProcessorSpeeds draw(std::size_t processors, std::uint64_t seed) const;

    /// The forms above, for --help.
    static std::string forms();

  private:
    std::string text_;
    SpeedForm form_;
};

} // namespace tangram::model
