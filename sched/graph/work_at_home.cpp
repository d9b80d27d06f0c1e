#include "sched/graph/work_at_home.hpp"

#include <algorithm>

namespace tangram::sched::graph {

namespace {

/// Without what rounding left.
void add_to(double& sum, double value) {
    sum = std::max(0.0, sum + value);
}

bool overwrites(const Use& use) {
    return use.writes && !use.reads && !use.reduces;
}

} // namespace

WorkAtHome::WorkAtHome(const MachineView& machine, const DataPlaces& places)
    : places_(places), accelerators_(machine.accelerators()),
      cpu_workers_(static_cast<double>(machine.cpu_workers())), link_{.bandwidth = 0} {
    for (const Node node : accelerators_) {
        bandwidth_ += machine.links[node].bandwidth;
        link_ = machine.links[node].bandwidth > link_.bandwidth ? machine.links[node] : link_;
    }
}

/// Each datum once, with all that the task does to it.
std::span<const Use> WorkAtHome::merged(std::span<const Use> uses) {
    ++calls_;
    merged_.clear();
    for (const Use& use : uses) {
        data_.resize(std::max<std::size_t>(data_.size(), std::size_t{use.data} + 1));
        Datum& datum = data_[use.data];
        if (datum.call != calls_) {
            datum.call = calls_;
            datum.place = merged_.size();
            merged_.push_back(use);
        } else {
            Use& all = merged_[datum.place];
            all.reads = all.reads || use.reads;
            all.writes = all.writes || use.writes;
            all.reduces = all.reduces || use.reduces;
        }
    }
    return merged_;
}

bool WorkAtHome::is_light(std::span<const Use> uses, double at_home, double at_accelerator) const {
    if (at_home == never || at_accelerator == never || at_home == unknown_seconds ||
        at_accelerator == unknown_seconds) {
        return false;
    }
    double bytes = 0;
    for (const Use& use : uses) {
        const double size = places_.bytes(use.data);
        bytes += use.reads && size / link_.bandwidth >= link_.latency ? size : 0;
    }
    return at_home / cpu_workers_ < bytes / bandwidth_;
}

bool WorkAtHome::is_at_accelerator(DataId data) const {
    return std::any_of(accelerators_.begin(), accelerators_.end(),
                       [&](Node node) { return places_.state(data, node) != DataPlaces::State::absent; });
}

/// Whether the datum is to move may have changed.
void WorkAtHome::count(DataId data) {
    Datum& datum = data_[data];
    const bool is_to_move = datum.readers > 0 && datum.writers == 0 && !datum.is_at_accelerator;
    if (datum.is_to_move == is_to_move) {
        return;
    }
    datum.is_to_move = is_to_move;
    datum.work.bytes = is_to_move ? places_.bytes(data) : datum.work.bytes;
    const double sign = is_to_move ? 1 : -1;
    add_to(to_move_.bytes, sign * datum.work.bytes);
    add_to(to_move_.at_home, sign * datum.work.at_home);
    add_to(to_move_.at_accelerators, sign * datum.work.at_accelerators);
    add_to(to_move_.spent, sign * datum.work.spent);
}

void WorkAtHome::add(DataId data, const Work& work) {
    Datum& datum = data_[data];
    const auto add_to_both = [&](double Work::*sum) {
        add_to(datum.work.*sum, work.*sum);
        add_to(to_move_.*sum, datum.is_to_move ? work.*sum : 0);
    };
    add_to_both(&Work::at_home);
    add_to_both(&Work::at_accelerators);
    add_to_both(&Work::spent);
}

/// To what the task reads, each an equal part.
void WorkAtHome::add_parts(std::span<const Use> uses, const Work& work) {
    const auto reads =
        static_cast<double>(std::count_if(uses.begin(), uses.end(), [](const Use& use) { return use.reads; }));
    for (const Use& use : uses) {
        if (use.reads) {
            add(use.data, {.at_home = work.at_home / reads,
                           .at_accelerators = work.at_accelerators / reads,
                           .spent = data_[use.data].is_at_accelerator ? 0 : work.spent / reads});
        }
    }
}

WorkAtHome::Length WorkAtHome::submitted(std::span<const Use> uses, double at_home, double at_accelerator) {
    const std::span<const Use> all = merged(uses);
    const Length length{at_home, at_accelerator, is_light(all, at_home, at_accelerator)};
    for (const Use& use : all) {
        Datum& datum = data_[use.data];
        ++datum.tasks;
        if (length.is_light && use.reads && datum.readers++ == 0) {
            datum.is_at_accelerator = is_at_accelerator(use.data);
        }
        datum.writers += overwrites(use) && datum.readers == 0 ? 1 : 0;
        count(use.data);
    }
    if (length.is_light) {
        add_parts(all, {.at_home = at_home, .at_accelerators = at_accelerator});
    }
    return length;
}

void WorkAtHome::started(std::span<const Use> uses, const Length& length, Node node) {
    const std::span<const Use> all = merged(uses);
    if (node == home && length.is_light) {
        add_parts(all, {.spent = length.at_home});
    }
    for (const Use& use : all) {
        Datum& datum = data_[use.data];
        datum.writers -= overwrites(use) && datum.writers > 0 ? 1 : 0;
        datum.is_at_accelerator = node != home || (datum.is_at_accelerator && !use.writes);
        count(use.data);
        datum.work.spent = node != home ? 0 : datum.work.spent;
    }
}

void WorkAtHome::finished(std::span<const Use> uses, const Length& length) {
    const std::span<const Use> all = merged(uses);
    if (length.is_light) {
        add_parts(all, {.at_home = -length.at_home, .at_accelerators = -length.at_accelerator});
    }
    for (const Use& use : all) {
        Datum& datum = data_[use.data];
        datum.readers -= length.is_light && use.reads ? 1 : 0;
        datum.writers = --datum.tasks == 0 ? 0 : datum.writers; // of tasks that others have started
        count(use.data);
    }
}

bool WorkAtHome::shares_data(std::span<const Use> uses) const {
    constexpr double small = 1.0 / 8; // part of the task's bytes
    double bytes = 0;
    double shared_bytes = 0;
    for (const Use& use : uses) {
        bytes += places_.bytes(use.data);
        shared_bytes += use.reads && data_[use.data].tasks > 1 ? places_.bytes(use.data) : 0;
    }
    return shared_bytes > small * bytes;
}

bool WorkAtHome::is_better() const {
    if (cpu_workers_ == 0 || accelerators_.empty()) {
        return false;
    }
    const double at_accelerators = to_move_.at_accelerators / static_cast<double>(accelerators_.size());
    const bool have_paid = to_move_.spent / cpu_workers_ >= to_move_.bytes / link_.bandwidth;
    return seconds() < to_move_.bytes / bandwidth_ && !(have_paid && at_accelerators < seconds());
}

/// At home a chain takes as much longer as the task itself.
bool WorkAtHome::is_better(std::span<const Use> uses, const Length& length, double chain) const {
    const double at_home = chain * length.at_home / std::min(length.at_home, length.at_accelerator);
    return length.is_light && is_better() && at_home < to_move_.bytes / bandwidth_ &&
           std::any_of(uses.begin(), uses.end(),
                       [&](const Use& use) { return use.reads && data_[use.data].is_to_move; }) &&
           missing_bytes(uses, home, places_) == 0;
}

} // namespace tangram::sched::graph
