#pragma once

/// Data as StarPU's models know them: by kind and sizes. Models look tasks up by a hash of these, their footprint.

#include <cstdint>
#include <string>
#include <vector>

namespace tangram::apps {

struct DataShape {
    enum class Kind { matrix, vector, variable, block } kind = Kind::variable;
    std::vector<std::uint32_t> sizes; ///< matrix: nx, ny; vector: nx; variable: bytes; block: nx, ny, nz
};

/// From "matrix NX NY", "vector NX", "variable BYTES" or "block NX NY NZ". Throws InvalidInput for anything else.
DataShape parse_shape(const std::string& text);

/// StarPU's starpu_task_data_footprint of a task on these data, in the order of its handles. It needs no running
/// StarPU.
std::uint32_t data_footprint(const std::vector<DataShape>& data);

} // namespace tangram::apps
