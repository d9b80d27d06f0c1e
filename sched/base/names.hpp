#pragma once

/// How names of strategies are compared: the papers spell them with capitals, dashes or neither.

#include <string>
#include <string_view>

namespace tangram::sched {

/// Lower case without dashes and underscores.
std::string normalised_name(std::string_view name);

} // namespace tangram::sched
