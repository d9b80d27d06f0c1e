#pragma once

#include <string>

namespace tangram::apps {

/// "12.30 GB", in powers of ten.
std::string format_bytes(double bytes);

} // namespace tangram::apps
