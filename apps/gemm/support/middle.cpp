#include "apps/gemm/support/middle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tangram::apps {

double Middle::uncertainty() const {
    return 1.57 * (high - low) / std::sqrt(static_cast<double>(count)) / value;
}

Middle middle_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t quarter = values.size() / 4;
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(quarter);
    const auto last = values.end() - static_cast<std::ptrdiff_t>(quarter);
    Middle middle;
    middle.count = values.size();
    middle.value = std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
    middle.low = *first;
    middle.high = *(last - 1);
    const double fence = 1.5 * (middle.high - middle.low);
    middle.outliers = static_cast<std::size_t>(std::count_if(values.begin(), values.end(), [&](double value) {
        return value < middle.low - fence || value > middle.high + fence;
    }));
    return middle;
}

} // namespace tangram::apps
