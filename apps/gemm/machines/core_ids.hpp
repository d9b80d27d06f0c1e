#pragma once

/// Which cores StarPU is told to bind its workers to: STARPU_WORKERS_CPUID, STARPU_WORKERS_COREID.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// 3, 4-7, or 4- for all from 4 on.
struct CoreRange {
    int first = 0;
    std::optional<int> last = 0; ///< nothing: the machine's last one

    bool operator==(const CoreRange&) const = default;
};

/// The ranges of a list as StarPU reads it, with blanks or commas in between: "0,2 4-7 9-". Nothing if the text is no
/// such list, or has no number. StarPU would end at the first word that it does not understand, without saying so, and
/// takes no blank before a comma.
std::optional<std::vector<CoreRange>> parsed_core_ids(std::string_view text);

/// How many numbers StarPU makes of the list on a machine of so many cores (hardware threads in
/// STARPU_WORKERS_CPUID). A range that runs backwards is its first number.
std::size_t length(const std::vector<CoreRange>& ranges, int cores);

/// The first number that a machine of so many cores does not have.
std::optional<int> missing_core(const std::vector<CoreRange>& ranges, int cores);

} // namespace tangram::apps
