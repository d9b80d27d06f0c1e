#pragma once

/// A finished product of several processes: what each of them did, and what verification found.

#include "apps/gemm/matrix/verify.hpp"
#include "apps/mpi/tile_tasks.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "partition/base/allocation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// What one process did in one repetition. Sent as bytes.
struct RankReport {
    std::array<char, 64> host{}; ///< ends with 0
    double speed = 0;            ///< flop/s, by the models of its kernels
    double seconds = 0;          ///< from the common start to its last task
    double seconds_total = 0;    ///< ... and its zone of C is home
    std::uint64_t tasks = 0;
    std::uint64_t bytes_moved = 0; ///< between its memory nodes
    std::uint64_t bytes_in = 0;    ///< over the network
    std::uint64_t bytes_out = 0;
    std::uint64_t copied_bytes = 0; ///< received tiles in memory at a time, at most
    std::uint64_t peak_memory = 0;  ///< bytes, of the process
};

/// Tiles that changed their owners, as zones followed the speeds.
struct NodesMigration {
    std::size_t slices = 0; ///< of the product, that were in C then
    double seconds = 0;
    std::uint64_t bytes = 0; ///< sent by all processes
};

struct NodesRepeat {
    std::vector<RankReport> ranks;
    std::vector<NodesMigration> migrations{}; ///< in the product, or behind it
    ExecutedTiles executed{};                 ///< if a picture is asked for
    [[nodiscard]] double seconds() const;
    [[nodiscard]] double seconds_total() const;
    [[nodiscard]] std::uint64_t tasks() const;
    [[nodiscard]] std::uint64_t network_bytes() const;
};

struct NodesOutcome {
    nodes::NodeProblem problem;
    Precision precision = Precision::double_precision;
    std::string sched;
    std::size_t window = 0;
    partition::Allocation zones;
    std::uint64_t planned_bytes = 0;  ///< NodePlan::network_bytes()
    std::vector<NodesRepeat> repeats; ///< at least one
    Verification verification = Verification::none;
    double residual = 0;
    double tolerance = 0;

    [[nodiscard]] double flops() const;
    /// The repetition of median seconds.
    [[nodiscard]] const NodesRepeat& median() const;
    /// Nothing where no verification was asked for.
    [[nodiscard]] std::optional<bool> verified() const;
};

/// Keys as documented in docs/json.md.
[[nodiscard]] nlohmann::json to_json(const NodesOutcome& outcome);

/// The report on stdout.
[[nodiscard]] std::string to_text(const NodesOutcome& outcome);

/// Which memory node of which process executed tasks of each tile of C, in the repetition that the report is about.
[[nodiscard]] partition::Drawing drawing_of(const NodesOutcome& outcome);

} // namespace tangram::apps
