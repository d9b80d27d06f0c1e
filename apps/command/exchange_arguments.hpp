#pragma once

/// The arguments of `tangram exchange`, `tangram-s4u exchange` and `tangram-mpi fronts`, and the options that set them.

#include "cluster/simulation/machine.hpp"
#include "cluster/solver/options.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

struct ExchangeArguments {
    std::string tree = "wide"; ///< of fronts::tree_sources
    std::size_t processes = 32;
    std::string mechanism = "increments";
    std::string thread = "none";
    std::string strategy = "memory";
    std::string threshold; ///< MEMORY,FLOPS; "": that of the tree
    int most_slaves = solver::SelectionLimits{}.most_slaves;
    bool no_more_master = true;
    simulation::Machine machine;
    std::uint64_t seed = 1;
    std::size_t runs = 1;
    std::string json;
    bool samples = false; ///< those of the first run
    std::string progress = "auto";
};

enum class Trees { all, with_matrix }; ///< with_matrix: none that are synthetic

/// trees, examples: which trees the help tells, and command lines for it.
void add_exchange_options(CLI::App& command, ExchangeArguments& arguments, Trees trees, const std::string& examples);

/// --samples, of simulated runs.
void add_samples_option(CLI::App& command, ExchangeArguments& arguments);

/// What to warn of: what was given and changes nothing. trees: those of the command.
[[nodiscard]] std::vector<std::string> options_without_effect(const CLI::App& command,
                                                              const ExchangeArguments& arguments, Trees trees);

/// Of mechanism, strategy and limits. Throws InvalidInput if the threshold is no pair of whole numbers from 0 to 2^62.
[[nodiscard]] solver::Options solver_options(const ExchangeArguments& arguments);

/// With its thread.
[[nodiscard]] simulation::Machine simulated_machine(const ExchangeArguments& arguments);

} // namespace tangram::apps
