#pragma once

/// Where StarPU keeps its performance models. It cuts off names of files that are too long for its buffers.

#include <string>
#include <string_view>

namespace tangram::apps {

/// A folder of models: a variable's value, with something behind it perhaps.
struct ModelFolder {
    std::string variable; ///< of the environment, for messages
    std::string value;
    std::string path;
};

/// The one that StarPU takes.
ModelFolder model_folder();

/// Whether the name of a machine or of a model can be part of the names of StarPU's files: it is not empty and has no
/// '/'.
bool can_be_in_file_name(std::string_view name);

/// Throws InvalidInput if StarPU has no room for the names of its files in the folder, for a machine of this name
/// (platform_name()) and CPU workers of one core. The line says how long the variable's value may be.
void check_model_paths(const ModelFolder& folder, std::string_view machine);

} // namespace tangram::apps
