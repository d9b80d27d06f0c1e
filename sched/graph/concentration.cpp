#include "sched/graph/concentration.hpp"

#include <algorithm>
#include <cstddef>

namespace tangram::sched::graph {

namespace {

constexpr Node first_accelerator = home + 1;

/// Not all of the data are moved, as some are overwritten before they are read; and links that share a bus are slower
/// than each alone, so that more is lost than is counted. Measured (simulated, `sirocco`): if as much must be lost as
/// moving all takes, stencils of 8 x 8 blocks take up to 24% longer, with half of it 7%.
constexpr double first_part = 0.25;

constexpr int recent_tasks = 64;

} // namespace

Concentration::Concentration(const MachineView& machine, const DataPlaces& places)
    : links_(machine.links), workers_(machine.nodes(), 0), clock_(machine.clock), places_(places),
      moved_(machine.nodes(), places), held_(machine.nodes(), 0), part_(first_part) {
    for (const Worker& worker : machine.workers) {
        ++workers_[worker.node];
    }
}

void Concentration::executed(std::span<const Use> uses, Node node, std::span<const double> seconds) {
    count_time();
    const BytesByCause before = moved_.by_cause();
    moved_.executed(uses, node);
    const BytesByCause& now = moved_.by_cause();
    remember(uses, node, seconds[node]);
    if (node == home) {
        return;
    }
    const double bytes = alone_ ? now.again - before.again : now.between_devices - before.between_devices;
    const double most_gained = alone_ ? 0 : all_bytes_ / links_[node].bandwidth;
    counted_until_ = counted_until_ ? counted_until_ : clock_();
    lost_ = std::max(-most_gained, lost_ + bytes / links_[node].bandwidth - seconds[node]);
    if (alone_) {
        consider_all();
    } else {
        behind_ = std::max(-most_gained, behind_ - seconds_alone(seconds));
        lost_ = std::min(lost_, behind_);
        consider_one(seconds);
    }
}

void Concentration::pause() {
    count_time();
    counted_until_.reset();
}

void Concentration::count_time() {
    if (counted_until_) {
        const double now = clock_();
        behind_ += now - *counted_until_;
        counted_until_ = now;
    }
}

/// On the accelerator that ends such tasks fastest, with all its workers.
double Concentration::seconds_alone(std::span<const double> seconds) const {
    double least = never;
    for (Node node = first_accelerator; node < seconds.size(); ++node) {
        least = std::min(least, seconds[node] / workers_[node]);
    }
    return least;
}

void Concentration::begin_count() {
    lost_ = 0;
    behind_ = 0;
}

void Concentration::remember(std::span<const Use> uses, Node node, double seconds) {
    ++tasks_since_new_data_;
    for (const Use& use : uses) {
        set_place(use.data, node);
    }
    if (node == home) {
        return;
    }
    constexpr double kept = 1 - 1.0 / recent_tasks;
    recent_ = {recent_.seconds * kept + seconds, recent_.bytes * kept};
    for (const Use& use : uses) {
        recent_.bytes += data_[use.data].bytes;
    }
}

void Concentration::set_place(DataId data, Node node) {
    if (data >= data_.size()) {
        data_.resize(std::size_t{data} + 1);
    }
    const Datum old = data_[data];
    if (!old.is_known) {
        tasks_since_new_data_ = 0;
        if (!alone_) {
            begin_count();
        }
    }
    data_[data] = {places_.bytes(data), node, true};
    held_[old.node] -= old.bytes;
    held_[node] += data_[data].bytes;
    all_bytes_ += data_[data].bytes - old.bytes;
}

bool Concentration::is_worth_moving(double bytes, Node node) const {
    return lost_ > part_ * bytes / links_[node].bandwidth;
}

void Concentration::consider_one(std::span<const double> seconds) {
    if (!has_room_ || tasks_since_new_data_ < recent_tasks) {
        return;
    }
    const double fastest = *std::min_element(seconds.begin() + first_accelerator, seconds.end());
    std::optional<Node> most;
    for (Node node = first_accelerator; node < seconds.size(); ++node) {
        if (seconds[node] == fastest && (!most || held_[node] > held_[*most])) {
            most = node;
        }
    }
    if (most && is_worth_moving(all_bytes_ - held_[*most], *most)) {
        alone_ = most;
        when_decided_ = recent_;
        begin_count();
    }
}

void Concentration::consider_all() {
    constexpr double longer = 2;
    has_room_ = !is_worth_moving(all_bytes_, *alone_);
    const bool are_longer = recent_.seconds * when_decided_.bytes > longer * when_decided_.seconds * recent_.bytes;
    if (!has_room_ || are_longer) {
        alone_.reset();
        begin_count();
        part_ *= 2;
    }
}

} // namespace tangram::sched::graph
