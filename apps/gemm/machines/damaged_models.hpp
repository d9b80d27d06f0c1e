#pragma once

/// StarPU's files about a machine that are cut off, as by a full disk, a limit on files or a kill while they were
/// written. StarPU would abort when it reads them, now and in every later run.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// Looks at our models, and at what StarPU has measured of the links of the machine of this name (platform_name()), in
/// a folder of models (model_folder()). Removes what is damaged, so that StarPU measures it anew: of the links, all.
/// Returns a line about each such file. Waits while another process measures or writes, as StarPU built by
/// cmake/build-starpu.sh does when it starts. Throws InvalidInput for a file that cannot be read, RunFailure for one
/// that cannot be removed.
std::vector<std::string> remove_damaged_models(const std::filesystem::path& folder, std::string_view machine);

/// Throws Unavailable if StarPU has yet to measure the machine's links, and there is no room for what it will write: it
/// writes in place, and aborts when it reads what it could not write.
void check_room_for_measurements(const std::filesystem::path& folder, std::string_view machine);

/// For simulations, in which nothing can be measured anew: throws InvalidInput for the first damaged file of those that
/// they read.
void check_simulated_models(const std::filesystem::path& folder, std::string_view machine);

} // namespace tangram::apps
