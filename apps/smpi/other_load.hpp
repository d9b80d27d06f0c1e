#pragma once

#include <string>

namespace tangram::apps {

/// From now on another program runs on all processors of a simulated node, whose hosts have names with this prefix: it
/// leaves so much of their speed to the node's own tasks, more than 0 and less than 1. Transfers are as fast as before.
void begin_other_load(const std::string& prefix, double left);

} // namespace tangram::apps
