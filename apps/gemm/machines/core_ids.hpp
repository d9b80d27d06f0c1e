#pragma once

/// Which cores StarPU is told to bind its workers to: STARPU_WORKERS_CPUID, STARPU_WORKERS_COREID.

#include <string_view>

namespace tangram::apps {

/// Whether StarPU reads all of the text as numbers of cores and ranges, with blanks or commas in between: "0,2 4-7 9-".
/// It would end at the first word that it does not understand, without saying so, and takes no blank before a comma.
bool is_core_list(std::string_view text);

} // namespace tangram::apps
