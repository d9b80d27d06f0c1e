#include "model/steady_state/executor.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace tangram::model::steady_state {

namespace {

/// A slot without what has not begun in this period.
Slot begun(const Schedule& schedule, const Slot& slot, std::size_t period) {
    Slot now{slot.length, {}};
    for (const auto& [link, loads] : slot.transfers) {
        Transfer transfer{link, {}};
        for (const Load& load : loads) {
            if (schedule.depth_of_sent[link][load.file] <= period) {
                transfer.loads.push_back(load);
            }
        }
        if (!transfer.loads.empty()) {
            now.transfers.push_back(std::move(transfer));
        }
    }
    return now;
}

/// The platform while it executes a schedule.
class Machine {
  public:
    Machine(const Problem& problem, const Schedule& schedule);

    void run_period();

    /// By processor and file, what lies there between periods; no inputs at masters.
    [[nodiscard]] const std::vector<std::vector<Integer>>& buffers() const { return buffers_; }

  private:
    /// A capacity that a link's transfers take.
    struct Use {
        std::size_t capacity;
        Rational time_per_data;
    };

    [[noreturn]] static void fail(const std::string& what, const Rational& time);
    [[nodiscard]] std::string name(std::size_t processor) const;
    [[nodiscard]] std::string file_name(std::size_t file) const;
    void take(std::size_t processor, std::size_t file, const Rational& count, const Rational& time);
    void compute(std::size_t processor);
    void transfer(const Slot& slot, const Rational& begin);
    void require_free_ports(const Slot& slot, const Rational& begin) const;
    void require_in_time(const Slot& slot, const Rational& begin) const;
    void store();

    const Problem& problem_;
    const Schedule& schedule_;
    std::vector<std::vector<std::optional<Rational>>> durations_;
    std::vector<Capacity> capacities_;
    std::vector<std::vector<Use>> uses_; ///< by link
    std::size_t period_ = 0;
    std::vector<std::vector<Integer>> buffers_;
    std::vector<std::vector<Rational>> usable_; ///< what lay there when the period began, and has not been taken
    std::vector<std::vector<Rational>> new_;    ///< what has come since
};

Machine::Machine(const Problem& problem, const Schedule& schedule)
    : problem_(problem), schedule_(schedule), durations_(durations(problem)), capacities_(capacities(problem.platform)),
      uses_(problem.platform.links.size()),
      buffers_(problem.platform.processors.size(), std::vector<Integer>(problem.tree.files.size())),
      usable_(problem.platform.processors.size(), std::vector<Rational>(problem.tree.files.size())), new_(usable_) {
    for (std::size_t c = 0; c < capacities_.size(); ++c) {
        for (std::size_t link = 0; link < uses_.size(); ++link) {
            const Rational time = time_per_data(problem.platform, capacities_[c], link);
            if (time > 0) {
                uses_[link].push_back({c, time});
            }
        }
    }
}

void Machine::fail(const std::string& what, const Rational& time) {
    throw RunFailure(fmt::format("the schedule cannot be executed: at time {} {}", to_text(time), what));
}

std::string Machine::name(std::size_t processor) const {
    return printable(problem_.platform.processors[processor].name);
}

std::string Machine::file_name(std::size_t file) const {
    return printable(name_of(problem_.tree, problem_.tree.files[file]));
}

void Machine::run_period() {
    for (std::size_t p = 0; p < buffers_.size(); ++p) {
        compute(p);
    }
    const Rational end = schedule_.period * (period_ + 1);
    Rational time = schedule_.period * period_;
    for (const Slot& slot : schedule_.slots) {
        transfer(slot, time);
        time += slot.length;
    }
    if (time > end) {
        fail(fmt::format("a slot ends, after the period's end at {}", to_text(end)), time);
    }
    store();
    ++period_;
}

void Machine::take(std::size_t processor, std::size_t file, const Rational& count, const Rational& time) {
    if (count < 0) {
        fail(fmt::format("{} takes {} files {}", name(processor), to_text(count), file_name(file)), time);
    }
    if (is_always_at(problem_, processor, file)) {
        return;
    }
    Rational& left = usable_[processor][file];
    if (left < count) {
        fail(fmt::format("{} has {} files {} and needs {}", name(processor), to_text(left), file_name(file),
                         to_text(count)),
             time);
    }
    left -= count;
}

/// One task after the other, in the tree's order.
void Machine::compute(std::size_t processor) {
    const TaskTree& tree = problem_.tree;
    Rational time = schedule_.period * period_;
    for (std::size_t task = 0; task < tree.tasks.size(); ++task) {
        const Integer& count = schedule_.computed[processor][task];
        if (count == 0 || schedule_.depth_of_task[processor][task] > period_) {
            continue;
        }
        const std::optional<Rational>& duration = durations_[processor][task];
        if (!duration) {
            fail(fmt::format("{} cannot execute {}", name(processor), printable(tree.tasks[task].name)), time);
        }
        take(processor, input_of(tree, task), count, time);
        for (const std::size_t file : outputs_of(tree, task)) {
            new_[processor][file] += count;
        }
        time += count * *duration;
    }
    if (const Rational end = schedule_.period * (period_ + 1); time > end) {
        fail(fmt::format("{} ends its tasks, after the period's end at {}", name(processor), to_text(end)), time);
    }
}

void Machine::transfer(const Slot& slot, const Rational& begin) {
    const Slot now = begun(schedule_, slot, period_);
    require_free_ports(now, begin);
    require_in_time(now, begin);
    for (const auto& [link, loads] : now.transfers) {
        const auto& [from, to, c, resources] = problem_.platform.links[link];
        for (const auto& [file, count] : loads) {
            take(from, file, count, begin);
            new_[to][file] += count;
        }
    }
}

void Machine::require_free_ports(const Slot& slot, const Rational& begin) const {
    std::vector<bool> sends(buffers_.size());
    std::vector<bool> receives(buffers_.size());
    for (const Transfer& transfer : slot.transfers) {
        const Link& link = problem_.platform.links[transfer.link];
        if (!link.is_one_port()) {
            continue;
        }
        if (sends[link.from] || receives[link.to]) {
            fail(sends[link.from] ? name(link.from) + " sends by two links" : name(link.to) + " receives by two links",
                 begin);
        }
        sends[link.from] = true;
        receives[link.to] = true;
    }
}

void Machine::require_in_time(const Slot& slot, const Rational& begin) const {
    std::vector<Rational> busy(capacities_.size());
    for (const auto& [link, loads] : slot.transfers) {
        Rational data;
        for (const auto& [file, count] : loads) {
            data += count * problem_.tree.files[file].data;
        }
        for (const auto& [capacity, time_per_data] : uses_[link]) {
            busy[capacity] += data * time_per_data;
        }
    }
    for (std::size_t c = 0; c < busy.size(); ++c) {
        if (busy[c] > slot.length) {
            fail(fmt::format("a slot of length {} begins for which {} needs {}", to_text(slot.length),
                             printable(name_of(problem_.platform, capacities_[c])), to_text(busy[c])),
                 begin);
        }
    }
}

/// What has come is usable from now on. No file may be cut between periods.
void Machine::store() {
    for (std::size_t p = 0; p < buffers_.size(); ++p) {
        for (std::size_t f = 0; f < buffers_[p].size(); ++f) {
            Rational& lies = usable_[p][f];
            lies += std::exchange(new_[p][f], 0);
            if (lies.get_den() != 1) {
                fail(fmt::format("{} has {} files {}, with a part of one", name(p), to_text(lies), file_name(f)),
                     schedule_.period * (period_ + 1));
            }
            buffers_[p][f] = lies.get_num();
        }
    }
}

void raise(std::vector<std::vector<Integer>>& largest, const Problem& problem,
           const std::vector<std::vector<Integer>>& buffers) {
    for (std::size_t p = 0; p < buffers.size(); ++p) {
        for (std::size_t f = 0; f < buffers[p].size(); ++f) {
            if (!ends_at(problem, p, f)) {
                largest[p][f] = std::max(largest[p][f], buffers[p][f]);
            }
        }
    }
}

} // namespace

Execution execute(const Problem& problem, const Schedule& schedule, std::size_t periods) {
    Machine machine(problem, schedule);
    Execution execution;
    execution.periods = periods;
    execution.time = schedule.period * periods;
    execution.largest_buffers = machine.buffers();
    for (std::size_t period = 0; period < periods; ++period) {
        machine.run_period();
        execution.done = jobs_done(problem, machine.buffers());
        execution.done_by_period.push_back(execution.done);
        raise(execution.largest_buffers, problem, machine.buffers());
    }
    return execution;
}

} // namespace tangram::model::steady_state
