#include "sched/graph/structure.hpp"

#include <fmt/format.h>

namespace tangram::sched::graph {

std::string Structure::description() const {
    const std::string size = rows > 0 ? fmt::format(", products update {} x {} tiles", rows, columns) : "";
    return fmt::format("{}{}: {}", kind, size, rule);
}

} // namespace tangram::sched::graph
