#pragma once

/// What repeated measurements of one quantity say, although some of them were disturbed.

#include <cstddef>
#include <vector>

namespace tangram::apps {

struct Middle {
    double value = 0; ///< mean of the middle half: of what lies between the quartiles
    double low = 0;   ///< lower quartile
    double high = 0;  ///< upper quartile
    std::size_t count = 0;
    std::size_t outliers = 0; ///< further outside the quartiles than 1.5 times their distance (Tukey 1977)

    /// How far the value may be from what undisturbed repetitions would give, relative to it: half of the
    /// notch of a box plot, 1.57 (high - low) / sqrt(count), about 95% sure (McGill, Tukey and Larsen 1978).
    [[nodiscard]] double uncertainty() const;
};

/// Of at least one positive value. O(n log n).
Middle middle_of(std::vector<double> values);

} // namespace tangram::apps
