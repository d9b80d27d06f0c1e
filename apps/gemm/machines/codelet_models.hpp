#pragma once

/// Models of codelets that are not ours, for simulated machines whose speeds are given: what a task takes follows from
/// its work and from the part of a product's speed that it reaches on each kind of worker.

#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/matrix/matrix.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// On one kind of worker: microseconds + flops / (part * speed of a product).
struct KindOfWorker {
    std::optional<double> part; ///< of the speed of a product
    std::optional<double> microseconds;
};

/// Tasks of one codelet on data of certain sizes.
struct CodeletTask {
    std::string model;           ///< the symbol of the codelet's model
    std::uint32_t footprint = 0; ///< of its data
    double flops = 0;
    Precision precision = Precision::double_precision;
    KindOfWorker cpu, gpu; ///< neither member is set: no such worker executes it
};

/// From a JSON file: a list of objects with the keys model; data (of the codelet's handles, as parse_shape reads them)
/// or footprint (eight hexadecimal digits); flops with speed {cpu, gpu}, and/or microseconds {cpu, gpu}; precision.
/// Throws InvalidInput, naming the file, the entry and the key.
std::vector<CodeletTask> read_codelets(const std::string& path);

/// Writes StarPU's models of the codelets for the machine, which must have nominal speeds, into its folder; models of
/// the same name are replaced. Throws RunFailure if a file cannot be written.
void write_codelet_models(const std::filesystem::path& folder, const PlatformDescription& platform,
                          const std::vector<CodeletTask>& codelets);

} // namespace tangram::apps
