#pragma once

/// The arguments of `tangram partition`, and the options that set them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::partition {
struct Discretisation;
} // namespace tangram::partition

namespace tangram::apps {

struct PartitionArguments {
    std::string speeds, speeds_file, weights;
    std::optional<double> c_factor;
    std::string algorithm = "auto";
    bool is_3d = false;
    std::string size, grid;
    std::string discretise, targets, slack;
    std::optional<std::size_t> tolerance;
    std::optional<std::uint64_t> seed;
    std::optional<double> effort;
    std::string load, draw, json;
    bool markdown = false;
};

/// Declares the options, and the tables of names below them.
void add_partition_options(CLI::App& command, PartitionArguments& arguments);

/// Of --discretise. Throws InvalidInput for an unknown one.
const partition::Discretisation& discretisation_of(const PartitionArguments& arguments);

/// Throw InvalidInput for options that would be ignored: of the search for tiles, and of targets and costs.
void check_search_options(const PartitionArguments& arguments);
void check_use(const PartitionArguments& arguments, bool has_tiles, bool is_3d);

} // namespace tangram::apps
