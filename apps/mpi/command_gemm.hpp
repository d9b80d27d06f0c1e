#pragma once

#include "apps/command/run_guarded.hpp"
#include "cluster/mpi/session.hpp"

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

/// `tangram-mpi gemm`: one product on several processes.
Command add_nodes_gemm_command(CLI::App& app, const mpi::Session& session);

} // namespace tangram::apps
