#pragma once

/// Codelets that are not ours, as a user describes them in JSON: the work of their tasks, and the part of a product's
/// speed that they reach on each kind of worker.

#include "apps/gemm/matrix/matrix.hpp"

#include <cstdint>
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

} // namespace tangram::apps
