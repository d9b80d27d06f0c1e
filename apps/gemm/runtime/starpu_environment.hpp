#pragma once

/// What StarPU reads from the environment and answers with abort() if it is wrong.

namespace tangram::apps {

/// Throws InvalidInput for a variable whose value StarPU cannot use, and for a folder of performance models that cannot
/// be written, or whose name is too long for StarPU. Makes that folder. To
/// be called before StarPU starts, in simulation before SimGrid does: an abort() may not reach a handler of SIGABRT's,
/// as the OpenCL driver PoCL replaces it.
void check_starpu_environment();

} // namespace tangram::apps
