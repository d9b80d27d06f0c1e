#include "cluster/solver/figures.hpp"

#include "cluster/solver/view_error.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

namespace tangram::solver {

namespace {

struct ProcessEvent {
    int process = 0;
    const Event* event = nullptr;
};

std::vector<ProcessEvent> in_order_of_time(std::span<const Course> courses) {
    std::vector<ProcessEvent> all;
    for (std::size_t process = 0; process < courses.size(); ++process) {
        for (const Event& event : courses[process].events) {
            all.push_back({static_cast<int>(process), &event});
        }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const ProcessEvent& a, const ProcessEvent& b) { return a.event->seconds < b.event->seconds; });
    return all;
}

struct Replay {
    ViewError& error;
    int process;

    void operator()(const Change& change) const { error.changes(process, change); }
    void operator()(const Decision& decision) const { error.decides(process, decision); }
};

} // namespace

std::size_t Figures::messages_total() const {
    return std::accumulate(messages.begin(), messages.end(), std::size_t{0});
}

Figures summed_up(std::span<const Tally> tallies) {
    const auto processes = static_cast<double>(tallies.size());
    Figures sum;
    for (const Tally& tally : tallies) {
        sum.decisions += tally.decisions;
        sum.slaves += tally.slaves;
        std::transform(sum.messages.begin(), sum.messages.end(), tally.messages.begin(), sum.messages.begin(),
                       std::plus<>());
        sum.bytes += tally.bytes;
        sum.application_messages += tally.application_messages;
        sum.application_bytes += tally.application_bytes;
        sum.flops += tally.flops;
        const auto peak = static_cast<double>(tally.peak_memory);
        sum.peak_memory.mean += peak / processes;
        sum.peak_memory.max = std::max(sum.peak_memory.max, peak);
        sum.seconds_frozen += tally.seconds_frozen / processes;
    }
    return sum;
}

Figures figures_of(std::span<const Course> courses, Strategy strategy, std::vector<exchange::Load> initial) {
    std::vector<Tally> tallies;
    std::transform(courses.begin(), courses.end(), std::back_inserter(tallies),
                   [](const Course& course) { return course.tally; });
    ViewError error(strategy, std::move(initial));
    for (const auto& [process, event] : in_order_of_time(courses)) {
        std::visit(Replay{error, process}, event->what);
    }
    Figures figures = summed_up(tallies);
    figures.view_error = error.over_decisions();
    for (const Course& course : courses) {
        figures.seconds = std::max(figures.seconds, course.seconds);
    }
    return figures;
}

} // namespace tangram::solver
