#pragma once

/// The text of StarPU's history models (version 45, that of StarPU 1.3): for each
/// kind of worker the times of a codelet, by a hash of its data's sizes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tangram::apps {

/// StarPU's folder of models of this version, below its model folder.
inline constexpr const char* codelets_folder = "codelets/45";

/// The model with all times of CPU workers divided by `factor`: the model of a
/// worker of so many cores. Throws InvalidInput for a text that is no such model.
std::string faster_cpus(const std::string& model, double factor);

/// The sizes b for which each kind of worker in the model has enough times of
/// tasks on three b x b tiles, ascending.
std::vector<std::int64_t> modelled_tiles(const std::string& model, std::size_t element_bytes);

/// The kinds of workers, as the model's text numbers them.
enum class ModelDevice { cpu = 0, cuda = 1 };

struct ModelTime {
    ModelDevice type = ModelDevice::cpu;
    int device = 0; ///< of GPUs; CPUs are all alike
    double microseconds = 0;
};

/// What tasks on data of these sizes take, once on each kind of worker that can execute them.
struct ModelEntry {
    std::uint32_t footprint = 0;
    std::size_t bytes = 0; ///< of all data; StarPU shows them, and looks nothing up by them
    std::vector<ModelTime> times;
};

/// The model with these entries.
std::string history_model(const std::vector<ModelEntry>& entries);

} // namespace tangram::apps
