#pragma once

#include "apps/command/run_guarded.hpp"
#include "cluster/mpi/session.hpp"

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

/// `tangram-mpi fronts`: a distributed multifrontal factorisation, as `tangram exchange` simulates it.
Command add_fronts_command(CLI::App& app, const mpi::Session& session);

} // namespace tangram::apps
