#pragma once

/// What is said of a program's tasks when StarPU ends: a line for people, and a file for programs.

#include "sched/graph/graph_scheduler.hpp"
#include "sched/graph/moved_bytes.hpp"
#include "sched/graph/structure.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tangram::sched::starpu {

struct GraphReport {
    std::vector<graph::Structure> structures;
    graph::GraphScheduler::Counts counts;
    graph::BytesByCause bytes;
    std::optional<double> seconds_bound = std::nullopt;
    std::optional<double> bytes_bound = std::nullopt;
};

/// Lines for people, each structure in one.
std::vector<std::string> report_lines(const GraphReport& report, const std::string& strategy);

/// Throws InvalidInput if the file's folder does not exist, or the file is a folder, or where stdout or stderr go,
/// whose lines it would replace; an empty name is none.
void check_report_file(const std::string& file);

/// Writes JSON; docs/starpu.md explains the keys. A regular file appears when it is complete, where a symbolic link
/// leads; a device or a pipe is written to. Throws InvalidInput if it cannot be written.
void write_report(const GraphReport& report, const std::string& strategy, const std::string& file);

} // namespace tangram::sched::starpu
