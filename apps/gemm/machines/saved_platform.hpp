#pragma once

/// A real machine's folder for simulation, elsewhere or later: what StarPU measured
/// of its links (bus/), the models of our codelets (codelets/45/) and platform.json.

#include "apps/gemm/machines/platform_description.hpp"

#include <filesystem>
#include <optional>

namespace tangram::apps {

/// Throws RunFailure unless such a folder can be written at `folder`, InvalidInput
/// if this machine's name is not UTF-8: to fail before the work. Makes the folder, but nothing in it.
void prepare_folder(const std::filesystem::path& folder);

/// Writes what StarPU knows of this machine; to be called when StarPU has ended and
/// thereby written its models. cores_per_cpu_worker says which of our models are
/// those of the platform's CPU workers; host_bandwidth: of the link "Host" (host_link.hpp), nothing to leave it as it
/// is. Throws RunFailure if a file cannot be
/// read or written.
void save_platform(const std::filesystem::path& folder, const PlatformDescription& platform,
                   unsigned cores_per_cpu_worker, std::optional<double> host_bandwidth);

/// The description of a saved platform. Throws InvalidInput, naming the file, if
/// one is missing or not what StarPU would have written.
PlatformDescription check_saved_platform(const std::filesystem::path& folder);

} // namespace tangram::apps
