#pragma once

#include "apps/smpi/cluster.hpp"

#include <string>

namespace tangram::apps {

/// What SimGrid reads: each node's machine as a zone StarPU-MPI<rank>, whose hosts and links StarPU finds by that
/// prefix, and a network of hosts node<rank>, where its process sends and receives. node: the platform of one, as
/// StarPU writes it (bus/NAME.platform.v4.xml). Throws InvalidInput if that is no such platform, or has fewer GPUs than
/// a node shall have.
[[nodiscard]] std::string cluster_xml(const Cluster& cluster, const std::string& node);

/// SMPI's list of the hosts, by rank.
[[nodiscard]] std::string host_list(const Cluster& cluster);

} // namespace tangram::apps
