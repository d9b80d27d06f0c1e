#pragma once

/// What StarPU reads from the environment and answers with abort() if it is wrong.

namespace tangram::apps {

/// Throws InvalidInput for a variable that must be a whole number and is not, and
/// for a folder of performance models that cannot be written. Makes that folder.
void check_starpu_environment();

} // namespace tangram::apps
