#include "apps/command/steady_report.hpp"

#include "apps/command/percent_text.hpp"
#include "apps/command/steady_figures.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string_view>

namespace tangram::apps {

namespace steady = model::steady_state;

namespace {

using steady::Rational;
using Kind = steady::Capacity::Kind;

constexpr std::size_t indent = 12; // of what stands behind labels

/// As printf's %g, for numbers of any size.
std::string decimal(const Rational& number, int digits = 6) {
    constexpr unsigned bits = 64;
    std::ostringstream text;
    text << std::setprecision(digits) << mpf_class(number, bits);
    return text.str();
}

/// Longer than a reader wants to see in full.
bool is_long(const Rational& number) {
    constexpr std::size_t most_digits = 20;
    return steady::to_text(number).size() > most_digits;
}

/// "39/280 = 0.139286"; whole numbers as they are, the decimal alone where the number is long.
std::string shown(const Rational& number) {
    if (is_long(number)) {
        return "about " + decimal(number);
    }
    const std::string exact = steady::to_text(number);
    return number.get_den() == 1 ? exact : fmt::format("{} = {}", exact, decimal(number));
}

std::string percent(const Rational& part) {
    return fmt::format("{:.1f}%", 100 * part.get_d());
}

/// "1 slot", "2 slots".
std::string counted(const Rational& count, std::string_view noun) {
    return fmt::format("{} {}{}", shown(count), noun, count == 1 ? "" : "s");
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
}

/// "label       a, b, c", on as many lines as needed.
std::string listed(std::string_view label, const std::vector<std::string>& parts) {
    constexpr std::size_t most = 112;
    std::string text = fmt::format("{:<{}}", label, indent);
    std::size_t column = indent;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (column > indent && column + parts[i].size() > most) {
            text.back() = '\n';
            text.append(indent, ' ');
            column = indent;
        }
        text += parts[i] + (i + 1 < parts.size() ? ", " : "\n");
        column += parts[i].size() + 2;
    }
    return text;
}

std::string headline(const SteadyOutcome& outcome) {
    const auto& [platform, tree, gather, ends] = outcome.problem;
    const std::vector<bool> reached = steady::reachable(platform);
    const auto processors = std::count(reached.begin(), reached.end(), true);
    // A link from what is reached leads to what is reached.
    const auto links = std::count_if(platform.links.begin(), platform.links.end(),
                                     [&](const steady::Link& link) { return reached[link.from]; });
    std::vector<std::string> masters;
    for (const std::size_t master : platform.masters) {
        masters.push_back(excerpt(platform.processors[master].name));
    }
    return fmt::format("{}, {}, master{} {}; jobs of {}{}\n", counted(processors, "processor"), counted(links, "link"),
                       masters.size() == 1 ? "" : "s", fmt::join(masters, ", "), counted(tree.tasks.size(), "task"),
                       gather ? ", outputs gathered at " + excerpt(platform.processors[*gather].name) : "");
}

/// Empty where all processors take part.
std::string left_out_text(const SteadyOutcome& outcome) {
    std::vector<std::string> names;
    for (const std::string& name : outcome.unreached) {
        names.push_back(excerpt(name));
    }
    if (names.empty()) {
        return "";
    }
    names.back() += names.size() == 1 ? ": no master reaches it" : ": no master reaches them";
    return listed("left out", names);
}

/// Whether joint ends forbid schedules that might sustain more.
bool has_joint_leaves(const steady::Problem& problem) {
    return problem.ends == steady::Ends::joint && outputs_of_leaves_stay(problem);
}

/// The schedules among which none does more: "no schedule <these>sustains more".
std::string among(const SteadyOutcome& outcome) {
    if (outcome.is_coarse) {
        return "of whole jobs ";
    }
    return has_joint_leaves(outcome.problem) ? "with all leaves equally often on each processor " : "";
}

/// How far floating point is from a bound that is not 0.
std::string gap_text(const Rational& throughput, const Rational& bound) {
    const std::string gap = percent_text(Rational(abs(bound - throughput) / bound).get_d());
    if (throughput > bound) {
        return fmt::format("none: the rates are {} above the bound, as they break constraints", gap);
    }
    return gap + " of the bound, if the rates keep all constraints; those of floating point may break some slightly";
}

std::string unproved_text(const SteadyOutcome& outcome) {
    constexpr int digits = 12;
    const Rational& throughput = outcome.best.rates.throughput;
    const Rational& bound = outcome.best.bound;
    const std::string unit = time_unit(outcome);
    return fmt::format("throughput  {} jobs per {}, in floating point; not proved\n"
                       "bound       {} jobs per {}, proved: no schedule {}exceeds it\n"
                       "gap         {}\n",
                       decimal(throughput, digits), unit, decimal(bound, digits), unit, among(outcome),
                       bound == 0 ? "none: the bound is 0" : gap_text(throughput, bound));
}

std::string throughput_text(const SteadyOutcome& outcome) {
    const auto& best = outcome.best;
    if (!best.proved) {
        return unproved_text(outcome);
    }
    const std::string throughput =
        fmt::format("throughput  {} jobs per {}", shown(best.rates.throughput), time_unit(outcome));
    if (!best.reason.empty()) {
        return fmt::format("{}: {}\n", throughput, printable(best.reason));
    }
    std::string schedules = among(outcome);
    if (has_joint_leaves(outcome.problem)) {
        schedules.back() = '\n';
        schedules.append(indent, ' ');
    }
    return fmt::format("{}: {}, no schedule {}sustains more{}\n", throughput,
                       is_long(best.rates.throughput) ? "proved" : "exact", schedules,
                       has_joint_leaves(outcome.problem) ? " (--ends per-leaf may do more)" : "");
}

/// A product of large matrices is no stream of independent ones: it uses a tile that came once for many tasks.
std::string node_text(const SteadyOutcome& outcome) {
    constexpr double giga = 1e9;
    const NodeStream& node = *outcome.node;
    const double stream = outcome.best.bound.get_d() * node.flops_of_job;
    const std::string text =
        fmt::format("stream      {:.1f} GFlop/s: more is impossible for independent products of {} x {} tiles",
                    stream / giga, node.tile, node.tile);
    if (outcome.problem.platform.links.empty()) {
        return text + "\n";
    }
    return text + fmt::format(", whose\n            operands come from RAM for each\n"
                              "gemm        {:.1f} GFlop/s by all workers, its own bound, {:.2f} times that: it fetches "
                              "a tile once and uses\n"
                              "            it for a row or a column of tasks, so that links limit it less (tangram "
                              "gemm says how far it gets)\n",
                              node.flops_per_second / giga, node.flops_per_second / stream);
}

/// Empty where the coarse stream was not asked for.
std::string coarse_text(const SteadyOutcome& outcome) {
    if (!outcome.coarse) {
        const std::string& failure = outcome.coarse_failure;
        return failure.empty() ? "" : fmt::format("coarse      not found: {}\n", printable(failure));
    }
    const auto& coarse = *outcome.coarse;
    const char* what = "where each job stays on one processor";
    if (!coarse_throughput(outcome)) {
        return fmt::format("coarse      at most {} {}; floating point found no rates that keep all constraints\n",
                           decimal(most_coarse(outcome)), what);
    }
    if (!coarse.proved) {
        return fmt::format("coarse      {} {}, in floating point; not proved (at most {})\n",
                           decimal(coarse.rates.throughput), what, decimal(most_coarse(outcome)));
    }
    std::string text = fmt::format("coarse      {} {}", shown(coarse.rates.throughput), what);
    if (const auto more = gain(outcome)) {
        text += ": spreading jobs gains " + percent(*more);
    } else if (outcome.best.reason.empty() && !coarse.reason.empty()) {
        text += ": " + printable(coarse.reason);
    }
    return text + "\n";
}

std::string no_schedule_text(const SteadyOutcome& outcome) {
    return fmt::format(
        "no schedule: {}{}{}\n", outcome.best.proved ? "no job can be done" : why_no_schedule(outcome),
        outcome.without_effect.empty() ? "" : "; without effect: ", fmt::join(outcome.without_effect, ", "));
}

std::string limits_text(const SteadyOutcome& outcome) {
    constexpr std::size_t most = 6;
    constexpr int digits = 4;
    std::vector<std::string> parts;
    const auto& limits = outcome.best.limits;
    for (std::size_t at = 0; at < std::min(limits.size(), most); ++at) {
        parts.push_back(fmt::format("{} ({})", excerpt(steady::name_of(outcome.problem.platform, limits[at].capacity)),
                                    decimal(limits[at].price, digits)));
    }
    if (limits.size() > most) {
        parts.push_back(fmt::format("and {} more", limits.size() - most));
    }
    return listed("limits", parts) +
           fmt::format("            in parentheses: jobs per {} that each unit more of it gains at most\n",
                       time_unit(outcome));
}

/// Where a port holds the stream up whose processor may be meant as a switch: what to write instead.
std::string switch_hint(const SteadyOutcome& outcome, const Busy& parts) {
    const auto& masters = outcome.problem.platform.masters;
    const auto times = durations(outcome.problem);
    const auto only_passes_on = [&](std::size_t processor) {
        const bool executes =
            std::any_of(times[processor].begin(), times[processor].end(), [](const auto& time) { return time; });
        const bool is_master = std::find(masters.begin(), masters.end(), processor) != masters.end();
        return !executes && !is_master && parts.out[processor] > 0;
    };
    for (const auto& [capacity, price] : outcome.best.limits) {
        const bool is_port = capacity.kind == Kind::out || capacity.kind == Kind::in;
        if (is_port && only_passes_on(capacity.which)) {
            return fmt::format("hint        {} computes nothing and passes files on one at a time; if it is a switch, "
                               "join its\n            neighbours by links with resources instead\n",
                               excerpt(outcome.problem.platform.processors[capacity.which].name));
        }
    }
    return "";
}

/// A length in which some 1000 jobs are done, or more: whole time units, of one digit that is not 0.
steady::Integer short_period(const Rational& throughput) {
    constexpr int jobs = 1000;
    const Rational exact = jobs / throughput;
    steady::Integer digit = exact.get_num() / exact.get_den() + 1;
    steady::Integer unit = 1;
    while (digit >= 10) {
        digit = digit / 10 + 1;
        unit *= 10;
    }
    return digit * unit;
}

/// Empty where the period is the user's, or not long for the jobs of it.
std::string period_hint(const SteadyOutcome& outcome) {
    constexpr int many_jobs = 10'000;
    const steady::Schedule& schedule = *outcome.schedule;
    const steady::Integer shorter = short_period(schedule.throughput);
    if (outcome.has_given_period || outcome.node || schedule.period * schedule.throughput <= many_jobs ||
        shorter >= schedule.period) {
        return "";
    }
    return fmt::format("            --period T (for example {}) makes a shorter one, and says what it loses\n",
                       shown(shorter));
}

/// When all takes place in each period.
std::string in_full(const SteadyOutcome& outcome) {
    const steady::Schedule& schedule = *outcome.schedule;
    const std::size_t filling = schedule.depth - 1; // periods
    return filling == 0 ? "from the first period on"
                        : fmt::format("after {} ({})", counted(filling, "period"),
                                      counted(schedule.period * filling, time_unit(outcome)));
}

std::string schedule_text(const SteadyOutcome& outcome) {
    const steady::Schedule& schedule = *outcome.schedule;
    const std::string period = counted(schedule.period, time_unit(outcome));
    if (schedule.throughput == 0) {
        return fmt::format("period      {}: too short for a whole job after rounding; a longer --period helps\n",
                           period);
    }
    std::string text = fmt::format("period      {}: {}, {}; runs in full {}\n", period,
                                   counted(schedule.throughput * schedule.period, "job"),
                                   counted(schedule.slots.size(), "slot"), in_full(outcome)) +
                       period_hint(outcome);
    if (schedule.loss > 0) {
        text += fmt::format("loss        {} jobs per {}, by rounding to whole jobs in this period\n",
                            shown(schedule.loss), time_unit(outcome));
    }
    return text;
}

std::string on_processor(const SteadyOutcome& outcome, std::size_t processor) {
    std::vector<std::string> parts;
    const auto& tasks = outcome.problem.tree.tasks;
    for (std::size_t t = 0; t < tasks.size(); ++t) {
        if (const Rational& rate = outcome.best.rates.computed[processor][t]; rate > 0) {
            parts.push_back(
                fmt::format("{} {}", excerpt(tasks[t].name), percent(rate / outcome.best.rates.throughput)));
        }
    }
    return parts.empty() ? "" : fmt::format("  {}", fmt::join(parts, ", "));
}

std::size_t width_of_names(const steady::Platform& platform) {
    std::size_t width = std::string_view("processor").size();
    for (const steady::Processor& processor : platform.processors) {
        width = std::max(width, characters(excerpt(processor.name)));
    }
    return width;
}

/// How busy processors are, one by one; with their ports where links use these.
std::string table(const SteadyOutcome& outcome, const Busy& parts) {
    const steady::Platform& platform = outcome.problem.platform;
    const auto shown_part = [](const auto& part) { return part ? percent(*part) : "-"; };
    const bool has_ports = std::any_of(platform.links.begin(), platform.links.end(),
                                       [](const steady::Link& link) { return link.is_one_port(); });
    const auto row = [&, width = width_of_names(platform)](const std::string& name, const std::string& computes,
                                                           const std::string& sends, const std::string& receives) {
        return fmt::format("{:<{}}  {:>6}", name, width, computes) +
               (has_ports ? fmt::format("  {:>6}  {:>6}", sends, receives) : "");
    };
    std::string text = fmt::format("\n{}  tasks (part of all jobs{})\n", row("processor", "cpu", "out", "in"),
                                   outcome.schedule->loss > 0 ? "; rates of the best throughput" : "");
    const std::vector<bool> reached = steady::reachable(platform);
    for (std::size_t p = 0; p < reached.size(); ++p) {
        if (reached[p]) {
            text += row(excerpt(platform.processors[p].name), shown_part(parts.cpu[p]), shown_part(parts.out[p]),
                        shown_part(parts.in[p])) +
                    on_processor(outcome, p) + "\n";
        }
    }
    return text;
}

/// What links share, as far as it is used; empty without such things.
std::string shared_text(const Busy& parts) {
    std::vector<std::string> texts;
    for (const auto& [name, part] : parts.resources) {
        if (part > 0) {
            texts.push_back(fmt::format("{} {}", excerpt(name), percent(part)));
        }
    }
    return texts.empty() ? "" : listed("shared", texts);
}

/// The largest one; empty where nothing is left between periods.
std::string buffers_text(const SteadyOutcome& outcome) {
    const auto largest =
        std::max_element(outcome.buffers.begin(), outcome.buffers.end(),
                         [](const SteadyBuffer& one, const SteadyBuffer& other) { return one.most < other.most; });
    if (largest == outcome.buffers.end()) {
        return "";
    }
    const auto& [platform, tree, gather, ends] = outcome.problem;
    return fmt::format("buffers: at most {} {} at {}\n", counted(largest->most, "file"),
                       excerpt(steady::name_of(tree, tree.files[largest->file])),
                       excerpt(platform.processors[largest->processor].name));
}

std::string progress_text(const SteadyOutcome& outcome) {
    std::string text = fmt::format("\n{:>8}  {:>14}  {:>14}  {:>8}", "periods", "time", "jobs done", "by best");
    const bool has_coarse = !outcome.simulated_coarse.empty();
    const bool has_demand = !outcome.simulated_demand_driven.empty();
    text += fmt::format("{}{}\n", has_coarse ? "    coarse" : "", has_demand ? "  on demand" : "");
    const auto ratio = [&](const SteadyProgress& run) {
        return Rational(run.done / (outcome.best.rates.throughput * run.time)).get_d();
    };
    for (std::size_t i = 0; i < outcome.simulated.size(); ++i) {
        const SteadyProgress& run = outcome.simulated[i];
        text += fmt::format("{:>8}  {:>14}  {:>14}  {:>8.4f}", run.periods, decimal(run.time), decimal(run.done),
                            ratio(run));
        text += has_coarse ? fmt::format("  {:>8.4f}", ratio(outcome.simulated_coarse[i])) : "";
        text += has_demand ? fmt::format("  {:>9.4f}", ratio(outcome.simulated_demand_driven[i])) : "";
        text += "\n";
    }
    return text + (outcome.not_simulated.empty() ? "" : outcome.not_simulated + "\n") + buffers_text(outcome);
}

} // namespace

std::string to_text(const SteadyOutcome& outcome) {
    std::string text = headline(outcome) + left_out_text(outcome) + throughput_text(outcome);
    if (outcome.node) {
        text += node_text(outcome);
    }
    text += coarse_text(outcome);
    if (!outcome.schedule) {
        return text + no_schedule_text(outcome);
    }
    if (!outcome.without_effect.empty()) {
        text += listed("no effect", outcome.without_effect);
    }
    const Busy parts = busy_parts(outcome);
    text += limits_text(outcome) + switch_hint(outcome, parts) + schedule_text(outcome) + table(outcome, parts) +
            shared_text(parts);
    return text + (outcome.simulated.empty() ? "" : progress_text(outcome));
}

} // namespace tangram::apps
