#pragma once

/// Whether a history model of StarPU's (starpu_model_text.hpp) is one that StarPU can read: it would end the process.

#include <string>

namespace tangram::apps {

/// Throws InvalidInput for a text that is no such model, breaks off, or has a value that none of StarPU's has, naming
/// the line, the value and what is expected: StarPU would end the process.
void check_model(const std::string& model);

} // namespace tangram::apps
