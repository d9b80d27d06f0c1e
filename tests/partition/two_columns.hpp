#pragma once

#include "partition/base/zones.hpp"

namespace tangram::partition::testing {

/// Two zones side by side on the unit square, the first of width `cut`.
inline Partition two_columns(double cut) {
    return {"by hand", 1, 1, {{0, {{0, 1, 0, cut}}}, {1, {{0, 1, cut, 1}}}}};
}

} // namespace tangram::partition::testing
