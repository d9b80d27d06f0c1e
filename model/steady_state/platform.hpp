#pragma once

/// A heterogeneous platform: processors, and the links between them.

#include "model/steady_state/rational.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

/// Computes, sends and receives at the same time.
struct Processor {
    std::string name;
    std::optional<Rational> w; ///< time per unit of a task's weight; nothing: it computes no task, only passes files on
};

/// What links share, beside or instead of the ports of processors: a bus, a switch.
struct SharedResource {
    std::string name;
    std::optional<Rational> c; ///< time per unit of data; nothing: that of the link
};

/// From one processor to another. A link in both directions is two.
struct Link {
    std::size_t from;
    std::size_t to;
    Rational c; ///< time per unit of data
    /// Without any: the link is one-port, that is its processors send and receive by one link at a time. With some: it
    /// is busy for itself, and with all links that share one of these.
    std::vector<std::size_t> resources;

    [[nodiscard]] bool is_one_port() const { return resources.empty(); }
};

/// A task's own time on a processor, instead of weight x w.
struct SpecialTime {
    std::size_t processor;
    std::string task;
    std::optional<Rational> time; ///< nothing: the processor cannot execute it
};

struct Platform {
    std::vector<Processor> processors;
    std::vector<Link> links;
    std::vector<std::size_t> masters; ///< processors that hold the input files of as many trees as are wanted
    std::vector<SharedResource> resources;
    std::vector<SpecialTime> times;
};

/// Throws InvalidInput if the platform has no processor or no master, a number out of range, two processors or
/// resources of one name, an empty name, a link from a processor to itself or two from one to another, a w, c or time
/// that is not positive, a master or a link's resource twice, or two times for one task and processor. Whether the
/// times' tasks exist is for require_valid(Problem). O(n log n) for a size of n.
void require_valid(const Platform& platform);

/// Which processors files can reach, starting at the masters. O(processors + links).
[[nodiscard]] std::vector<bool> reachable(const Platform& platform);

/// O(masters).
[[nodiscard]] bool is_master(const Platform& platform, std::size_t processor);

} // namespace tangram::model::steady_state
