#pragma once

/// StarPU's models of codelets that are not ours, for simulated machines whose speeds are given: what a task takes
/// follows from its description and these speeds.

#include "apps/gemm/machines/foreign_codelets.hpp"
#include "apps/gemm/machines/platform_description.hpp"

#include <filesystem>
#include <vector>

namespace tangram::apps {

/// Writes StarPU's models of the codelets for the machine, which must have nominal speeds, into its folder; models of
/// the same name are replaced. Throws RunFailure if a file cannot be written.
void write_codelet_models(const std::filesystem::path& folder, const PlatformDescription& platform,
                          const std::vector<CodeletTask>& codelets);

} // namespace tangram::apps
