#include "apps/gemm/support/format_bytes.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace tangram::apps {

std::string format_bytes(double bytes) {
    constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < units.size()) {
        bytes /= 1000;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.2f} {}", bytes, units[unit]);
}

} // namespace tangram::apps
