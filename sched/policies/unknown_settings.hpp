#pragma once

/// Variables of the environment that look like settings and are none: a wrong name would change nothing, silently.

#include <string>
#include <vector>

namespace tangram::sched {

/// A warning for each variable of the environment whose name is nearly a setting's. Others called TANGRAM_... are
/// somebody else's: the project's scripts, a user's.
std::vector<std::string> unknown_settings();

} // namespace tangram::sched
