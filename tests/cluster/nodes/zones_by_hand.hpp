#pragma once

#include "partition/base/allocation.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tangram::nodes::test {

inline partition::Allocation zones(std::size_t rows, std::size_t columns, std::size_t processors,
                                   std::vector<std::size_t> owners) {
    return {"by hand", rows, columns, processors, std::move(owners)};
}

} // namespace tangram::nodes::test
