#include "tests/model/steady_state/witness/witness.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/files.hpp"
#include "tests/model/steady_state/witness/simgrid_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace tangram::model::steady_state {

namespace {

using simgrid::s4u::ActivityPtr;

/// What a schedule does, period by period, as one actor that starts all activities and waits for their ends.
class Conductor {
  public:
    Conductor(const Problem& problem, const Schedule& schedule)
        : problem_(problem), schedule_(schedule), durations_(durations(problem)),
          simgrid_(problem.platform, schedule.period),
          usable_(durations_.size(), std::vector<Rational>(problem.tree.files.size())), new_(usable_),
          sends_(durations_.size()), receives_(durations_.size()) {}

    WitnessReport run(std::size_t periods) {
        simgrid_.run([&] {
            for (; period_ < periods; ++period_) {
                run_period();
            }
        });
        return {lateness_, jobs_done(problem_, whole_files())};
    }

  private:
    void run_period();
    [[nodiscard]] ActivityPtr start_tasks(std::size_t processor);
    void run_slot(const Slot& slot, const Rational& end);
    [[nodiscard]] Rational move_files(const Transfer& transfer);
    void wait_for(const std::vector<ActivityPtr>& activities, const Rational& end);
    void use_ports(const Link& link);
    void take(std::size_t processor, std::size_t file, const Rational& count);
    void store();
    [[nodiscard]] std::vector<std::vector<Integer>> whole_files() const;
    [[noreturn]] void fail(std::size_t processor, const std::string& what) const;

    const Problem& problem_;
    const Schedule& schedule_;
    std::vector<std::vector<std::optional<Rational>>> durations_;
    SimgridPlatform simgrid_;
    std::vector<std::vector<Rational>> usable_; ///< by processor and file, since before the period
    std::vector<std::vector<Rational>> new_;    ///< ... and in it
    std::vector<bool> sends_;                   ///< by processor, by a one-port link now
    std::vector<bool> receives_;
    std::size_t period_ = 0;
    double lateness_ = 0;
};

void Conductor::run_period() {
    std::vector<ActivityPtr> tasks;
    for (std::size_t p = 0; p < durations_.size(); ++p) {
        tasks.push_back(start_tasks(p));
    }
    Rational time = period_;
    for (const Slot& slot : schedule_.slots) {
        time += slot.length / schedule_.period;
        run_slot(slot, time);
    }
    wait_for(tasks, period_ + 1);
    store();
}

ActivityPtr Conductor::start_tasks(std::size_t processor) {
    Rational time;
    for (std::size_t task = 0; task < problem_.tree.tasks.size(); ++task) {
        const Integer& count = schedule_.computed[processor][task];
        if (count == 0 || schedule_.depth_of_task[processor][task] > period_) {
            continue;
        }
        if (!durations_[processor][task]) {
            fail(processor, "cannot execute " + problem_.tree.tasks[task].name);
        }
        take(processor, input_of(problem_.tree, task), count);
        for (const std::size_t file : outputs_of(problem_.tree, task)) {
            new_[processor][file] += count;
        }
        time += count * *durations_[processor][task];
    }
    return simgrid_.compute(processor, time / schedule_.period);
}

void Conductor::run_slot(const Slot& slot, const Rational& end) {
    std::vector<Rational> data; // by transfer; all of it before any starts, so that a failure leaves none behind
    for (const Transfer& transfer : slot.transfers) {
        data.push_back(move_files(transfer));
    }
    std::vector<ActivityPtr> activities;
    for (std::size_t t = 0; t < data.size(); ++t) {
        const std::size_t link = slot.transfers[t].link;
        if (data[t] > 0 && problem_.platform.links[link].is_one_port()) {
            activities.push_back(simgrid_.send(link, data[t], std::nullopt));
        } else if (data[t] > 0) {
            activities.push_back(simgrid_.send(link, data[t], Rational(slot.length / schedule_.period)));
        }
    }
    wait_for(activities, end);
    std::fill(sends_.begin(), sends_.end(), false);
    std::fill(receives_.begin(), receives_.end(), false);
}

/// Of those that are sent by now. Returns their data.
Rational Conductor::move_files(const Transfer& transfer) {
    const Link& link = problem_.platform.links[transfer.link];
    Rational data;
    bool sends = false;
    for (const auto& [file, count] : transfer.loads) {
        if (schedule_.depth_of_sent[transfer.link][file] <= period_) {
            sends = true;
            take(link.from, file, count);
            new_[link.to][file] += count;
            data += count * problem_.tree.files[file].data;
        }
    }
    if (sends && link.is_one_port()) {
        use_ports(link);
    }
    return data;
}

void Conductor::wait_for(const std::vector<ActivityPtr>& activities, const Rational& end) {
    for (const ActivityPtr& activity : activities) {
        activity->wait();
    }
    lateness_ = std::max(lateness_, simgrid::s4u::Engine::get_clock() - end.get_d());
    simgrid::s4u::this_actor::sleep_until(end.get_d());
}

void Conductor::use_ports(const Link& link) {
    if (sends_[link.from]) {
        fail(link.from, "sends by two links");
    }
    if (receives_[link.to]) {
        fail(link.to, "receives by two links");
    }
    sends_[link.from] = true;
    receives_[link.to] = true;
}

void Conductor::take(std::size_t processor, std::size_t file, const Rational& count) {
    if (is_always_at(problem_, processor, file)) {
        return;
    }
    Rational& left = usable_[processor][file];
    if (left < count) {
        fail(processor, fmt::format("has {} files {}, not {}", to_text(left),
                                    name_of(problem_.tree, problem_.tree.files[file]), to_text(count)));
    }
    left -= count;
}

void Conductor::store() {
    for (std::size_t p = 0; p < usable_.size(); ++p) {
        for (std::size_t f = 0; f < usable_[p].size(); ++f) {
            usable_[p][f] += std::exchange(new_[p][f], 0);
            if (usable_[p][f].get_den() != 1) {
                fail(p, "ends with a part of a file " + name_of(problem_.tree, problem_.tree.files[f]));
            }
        }
    }
}

std::vector<std::vector<Integer>> Conductor::whole_files() const {
    std::vector<std::vector<Integer>> counts;
    for (const std::vector<Rational>& row : usable_) {
        std::vector<Integer>& whole = counts.emplace_back();
        std::transform(row.begin(), row.end(), std::back_inserter(whole),
                       [](const Rational& count) { return count.get_num(); });
    }
    return counts;
}

void Conductor::fail(std::size_t processor, const std::string& what) const {
    const std::string& name = problem_.platform.processors[processor].name;
    throw RunFailure(printable(fmt::format("in period {}, {} {}", period_ + 1, name, what)));
}

} // namespace

WitnessReport witness(const Problem& problem, const Schedule& schedule, std::size_t periods) {
    return Conductor(problem, schedule).run(periods);
}

} // namespace tangram::model::steady_state
