#pragma once

/// A run as a Gantt chart: a lane for each worker, a box for each task. A box has the
/// colour of the memory node that its task was planned for, so that steals stand out.

#include "apps/gemm/product/gemm_report.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

struct GanttBox {
    double start = 0; ///< seconds
    double end = 0;
    std::optional<std::size_t> node; ///< of its colour; nothing: an addition

    bool operator==(const GanttBox&) const = default;
};

struct GanttLane {
    std::size_t node = 0;        ///< that it belongs to
    std::vector<GanttBox> boxes; ///< by time, none over another

    bool operator==(const GanttLane&) const = default;
};

struct Gantt {
    std::string title;
    std::string subtitle;
    std::vector<std::string> nodes;  ///< their names
    std::vector<std::string> labels; ///< legend, one per node
    std::vector<GanttLane> lanes;    ///< by node
    double seconds = 0;              ///< the time axis' end
    double bound = 0;                ///< to be marked on it; 0: not
    bool has_plan = false;
};

/// The chart of a report that has tasks. O(tasks).
[[nodiscard]] Gantt gantt_of(const GemmReport& report);

/// Boxes that a chart is drawn with at most, if it has no more lanes than that.
inline constexpr std::size_t most_gantt_boxes = 5000;

/// The lanes as they are if they have no more than `most` boxes altogether. Else the time
/// axis is cut into equal steps, the longer the more boxes there are; each step shows what
/// took most of it, and equal ones in a row become one box. O(boxes log boxes).
[[nodiscard]] std::vector<GanttLane> merged(const std::vector<GanttLane>& lanes, double seconds,
                                            std::size_t most = most_gantt_boxes);

/// The chart as an SVG document, under 1 MB for up to 5000 lanes.
[[nodiscard]] std::string draw(const Gantt& gantt);

} // namespace tangram::apps
