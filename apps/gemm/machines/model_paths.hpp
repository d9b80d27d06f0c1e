#pragma once

/// The names of StarPU's files of performance models. StarPU cuts off those that are too long for its buffers.

#include <string>
#include <string_view>

namespace tangram::apps {

/// Where a folder of models comes from, for messages.
struct FolderSource {
    std::string variable; ///< of the environment
    std::string value;
};

/// Throws InvalidInput if StarPU has no room for the names of its files in `folder`, which is the source's value with
/// something behind it, for a machine of this name (platform_name()). The line says how long the value may be.
void check_model_paths(const FolderSource& source, std::string_view folder, std::string_view machine);

} // namespace tangram::apps
