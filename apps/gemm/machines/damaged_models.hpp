#pragma once

/// StarPU's files about a machine that are cut off, as by a full disk, a limit on files or a kill while they were
/// written. StarPU would abort when it reads them, now and in every later run.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

struct DamagedFile {
    std::filesystem::path path;
    std::string reason;
};

/// Our models and what StarPU has measured of the links of the machine of this name (platform_name()), in a folder of
/// models (model_folder()). Waits while another process writes one. Throws InvalidInput for a file that cannot be read.
std::vector<DamagedFile> damaged_models(const std::filesystem::path& folder, std::string_view machine);

/// Removes these, and what StarPU will measure anew for it: of the links, all. Returns a line about each. Throws as
/// damaged_models(), and RunFailure for a file that cannot be removed.
std::vector<std::string> remove_damaged_models(const std::filesystem::path& folder, std::string_view machine);

} // namespace tangram::apps
