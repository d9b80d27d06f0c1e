#pragma once

/// Which devices StarPU is told to take: STARPU_WORKERS_CUDAID, STARPU_WORKERS_OPENCLID.

#include <optional>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// The numbers of a list as StarPU reads it, with blanks in between: "0 2". Nothing if the text is no such list, or has
/// no number. StarPU would end at the first word that is no number, as in "0,2", without saying so.
std::optional<std::vector<int>> parsed_device_ids(std::string_view text);

} // namespace tangram::apps
