#pragma once

/// What happens when, in simulated time.

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace tangram::simulation {

/// Of two events at the same time, the one planned first comes first: the same plans have the same course.
class Agenda {
  public:
    using Event = std::function<void()>;

    /// Not before now(). O(log planned events).
    void plan(double seconds, Event event) { events_.emplace(std::pair(seconds, planned_++), std::move(event)); }

    /// Until nothing is planned any more. Events may plan others.
    void run() {
        while (!events_.empty()) {
            const auto next = events_.extract(events_.begin());
            now_ = next.key().first;
            next.mapped()();
        }
    }

    [[nodiscard]] double now() const { return now_; }

  private:
    std::map<std::pair<double, std::uint64_t>, Event> events_; ///< by time, and order of planning
    std::uint64_t planned_ = 0;
    double now_ = 0;
};

} // namespace tangram::simulation
