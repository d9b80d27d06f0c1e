#include "apps/command/exchange_report.hpp"

#include "apps/command/output.hpp"
#include "apps/command/percent_text.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace tangram::apps {

namespace {

using nlohmann::json;

/// By the kinds of exchange::MessageKind, and all.
json messages(const solver::Figures& figures) {
    json counts{{"total", figures.messages_total()}};
    for (std::size_t kind = 0; kind < exchange::message_kinds; ++kind) {
        counts[std::string(exchange::name_of(static_cast<exchange::MessageKind>(kind)))] = figures.messages[kind];
    }
    return counts;
}

json mean_and_max(const solver::MeanAndMax& figure) {
    return {{"mean", figure.mean}, {"max", figure.max}};
}

/// Null where there is none.
json mean_and_max(const std::optional<solver::MeanAndMax>& figure) {
    return figure ? mean_and_max(*figure) : json();
}

/// Of one run.
json figures_of(const ExchangeRun& run) {
    const solver::Figures& figures = run.figures;
    json report{{"fronts", run.fronts},
                {"parallel_fronts", run.parallel_fronts},
                {"flops", figures.flops},
                {"threshold", {{"memory", run.threshold.memory}, {"flops", run.threshold.flops}}},
                {"decisions", figures.decisions},
                {"messages", messages(figures)},
                {"bytes", figures.bytes},
                {"application", {{"messages", figures.application_messages}, {"bytes", figures.application_bytes}}},
                {"peak_memory", mean_and_max(figures.peak_memory)},
                {"time", figures.seconds},
                {"seconds_frozen", figures.seconds_frozen},
                {"view_error", mean_and_max(figures.view_error)}};
    if (run.residual) {
        report["residual"] = *run.residual;
        report["factor_flops"] = figures.flops;
        report["gflops"] = static_cast<double>(figures.flops) / figures.seconds / 1e9;
    }
    return report;
}

std::vector<json> at_key(const std::vector<json>& objects, const std::string& key) {
    std::vector<json> values;
    std::transform(objects.begin(), objects.end(), std::back_inserter(values),
                   [&key](const json& object) { return object.at(key); });
    return values;
}

/// Of objects with the same keys, key by key; of numbers; null of nothing. Runs that lack a figure do not count for it.
json mean_of(std::vector<json> values) {
    std::erase_if(values, [](const json& value) { return value.is_null(); });
    if (values.empty()) {
        return {};
    }
    if (values.front().is_object()) {
        json mean;
        for (const auto& item : values.front().items()) {
            mean[item.key()] = mean_of(at_key(values, item.key()));
        }
        return mean;
    }
    const double sum = std::accumulate(values.begin(), values.end(), 0.0, [](double sum_of_others, const json& number) {
        return sum_of_others + number.get<double>();
    });
    return sum / static_cast<double>(values.size());
}

std::vector<json> figures_of(const ExchangeOutcome& outcome) {
    std::vector<json> runs;
    std::transform(outcome.runs.begin(), outcome.runs.end(), std::back_inserter(runs),
                   [](const ExchangeRun& run) { return figures_of(run); });
    return runs;
}

bool is_simulated(const ExchangeOutcome& outcome) {
    return !outcome.simulated_by.empty();
}

bool is_verified(const ExchangeRun& run) {
    return !run.residual || *run.residual <= largest_residual; // also not a number
}

/// The worst of all runs. None is worse than one that is not a number.
double residual(const ExchangeOutcome& outcome) {
    return *std::max_element(outcome.runs.begin(), outcome.runs.end(), [](const ExchangeRun& a, const ExchangeRun& b) {
                return *a.residual < *b.residual || (std::isnan(*b.residual) && !std::isnan(*a.residual));
            })->residual;
}

json settings(const ExchangeArguments& arguments) {
    return {{"tree", arguments.tree},
            {"processes", arguments.processes},
            {"mechanism", arguments.mechanism},
            {"thread", arguments.thread},
            {"strategy", arguments.strategy},
            {"max_slaves", arguments.most_slaves},
            {"no_more_master", arguments.no_more_master},
            {"seed", arguments.seed},
            {"runs", arguments.runs}};
}

json settings(const simulation::Machine& machine) {
    return {{"latency_us", machine.latency_us}, {"bandwidth_gbs", machine.bandwidth_gbs}, {"gflops", machine.gflops}};
}

/// Lists of the same length.
json to_json(const simulation::Samples& samples) {
    json report{{"memory", {{"seconds", json::array()}, {"process", json::array()}, {"entries", json::array()}}},
                {"views", {{"seconds", json::array()}, {"process", json::array()}, {"error", json::array()}}}};
    for (const simulation::MemorySample& sample : samples.memory) {
        report["memory"]["seconds"].push_back(sample.seconds);
        report["memory"]["process"].push_back(sample.process);
        report["memory"]["entries"].push_back(sample.entries);
    }
    for (const simulation::ViewSample& sample : samples.views) {
        report["views"]["seconds"].push_back(sample.seconds);
        report["views"]["process"].push_back(sample.process);
        report["views"]["error"].push_back(sample.error);
    }
    return report;
}

std::string views_text(const json& view_error) {
    return view_error.is_null() ? "not used: no process has selected slaves from others with a load"
                                : fmt::format("wrong by {} of the others' load when slaves are selected, {} at worst",
                                              percent_text(view_error.at("mean").get<double>()),
                                              percent_text(view_error.at("max").get<double>()));
}

/// Those that the mechanism sends.
std::string message_text(const json& counts) {
    std::string text;
    for (std::size_t kind = 0; kind < exchange::message_kinds; ++kind) {
        const std::string name(exchange::name_of(static_cast<exchange::MessageKind>(kind)));
        if (const double count = counts.at(name); count > 0) {
            text += fmt::format("{}{:.0f} {}", text.empty() ? "" : ", ", count, name);
        }
    }
    return text.empty() ? "" : fmt::format(" ({})", text);
}

/// A snapshot asks when it is needed: it has no updates.
std::string threshold_text(const ExchangeArguments& arguments, const json& threshold) {
    if (arguments.mechanism == "snapshot") {
        return "";
    }
    const auto memory = threshold.at("memory").get<double>();
    const auto flops = threshold.at("flops").get<double>();
    return memory == 0 && flops == 0 ? "; updates at each change"
                                     : fmt::format("; updates beyond {:.4g} entries or {:.4g} flops", memory, flops);
}

/// "" for one run.
std::string range_text(const ExchangeOutcome& outcome, double (*figure)(const solver::Figures&)) {
    if (outcome.runs.size() == 1) {
        return "";
    }
    const auto [least, most] = std::minmax_element(
        outcome.runs.begin(), outcome.runs.end(),
        [figure](const ExchangeRun& a, const ExchangeRun& b) { return figure(a.figures) < figure(b.figures); });
    return fmt::format(" ({:.4g} .. {:.4g})", figure(least->figures), figure(most->figures));
}

double peak(const solver::Figures& figures) {
    return figures.peak_memory.max;
}

double seconds(const solver::Figures& figures) {
    return figures.seconds;
}

} // namespace

bool is_verified(const ExchangeOutcome& outcome) {
    return std::all_of(outcome.runs.begin(), outcome.runs.end(),
                       [](const ExchangeRun& run) { return is_verified(run); });
}

json to_json(const ExchangeOutcome& outcome) {
    std::vector<json> runs = figures_of(outcome);
    json report = settings(outcome.arguments);
    report.update(mean_of(runs));
    for (std::size_t k = 0; k < runs.size(); ++k) {
        runs[k]["seed"] = outcome.runs[k].seed;
    }
    if (is_simulated(outcome)) {
        report["simulated_by"] = outcome.simulated_by;
        report["machine"] = settings(outcome.arguments.machine);
    } else {
        report["residual"] = residual(outcome);
        report["verified"] = is_verified(outcome);
        for (std::size_t k = 0; k < runs.size(); ++k) {
            runs[k]["verified"] = is_verified(outcome.runs[k]);
        }
    }
    report["per_run"] = std::move(runs);
    if (outcome.arguments.samples) {
        report["samples"] = to_json(outcome.samples);
    }
    return report;
}

std::string to_text(const ExchangeOutcome& outcome) {
    const ExchangeArguments& a = outcome.arguments;
    const json mean = mean_of(figures_of(outcome));
    const auto of = [&mean](const char* path) { return mean.at(json::json_pointer(path)).get<double>(); };
    std::string text = fmt::format(
        "factorisation of {} on {}{} process{}: {:.0f} front{}, {:.0f} of them parallel, {:.3g} flops\n",
        excerpt(a.tree), a.processes, is_simulated(outcome) ? " simulated" : "", a.processes == 1 ? "" : "es",
        of("/fronts"), of("/fronts") == 1 ? "" : "s", of("/parallel_fronts"), of("/flops"));
    if (is_simulated(outcome)) {
        text += fmt::format("simulated    by {}\n", outcome.simulated_by);
    }
    if (a.runs > 1) {
        text += fmt::format("runs         {}, from seed {}; figures are means\n", a.runs, a.seed);
    }
    text +=
        fmt::format("mechanism    {}, thread: {}{}\n", a.mechanism, a.thread, threshold_text(a, mean.at("threshold")));
    text += fmt::format("decisions    {:.0f}, slaves by {}, at most {}\n", of("/decisions"), a.strategy, a.most_slaves);
    text += fmt::format("exchange     {:.0f} messages{}, {:.4g} MB\n", of("/messages/total"),
                        message_text(mean.at("messages")), of("/bytes") / 1e6);
    text += fmt::format("application  {:.0f} messages, {:.4g} MB\n", of("/application/messages"),
                        of("/application/bytes") / 1e6);
    text += fmt::format("peak memory  {:.4g} matrix entries on the fullest process{}, {:.4g} on the mean one\n",
                        of("/peak_memory/max"), range_text(outcome, peak), of("/peak_memory/mean"));
    text += fmt::format("views        {}\n", views_text(mean.at("view_error")));
    text += fmt::format("time         {:.4g} s{}", of("/time"), range_text(outcome, seconds));
    if (const double frozen = of("/seconds_frozen"); frozen > 0) {
        text += fmt::format(", in which processes stand still for snapshots for {:.3g} s in the mean", frozen);
    }
    text += "\n";
    if (!is_simulated(outcome)) {
        text += fmt::format("speed        {:.3g} GFlop/s\n", of("/gflops"));
        const double shown = std::abs(residual(outcome)); // NaN may have a sign
        text += fmt::format("result       {} (scaled residual {:.2e}, at most {:.0e} is right)\n",
                            is_verified(outcome) ? "verified" : "WRONG RESULT", shown, largest_residual);
    }
    return text;
}

void write_report(const ExchangeOutcome& outcome) {
    const std::string& file = outcome.arguments.json;
    if (file != "-") { // the report stays if the file cannot be written
        fmt::print("{}", to_text(outcome));
    }
    if (!file.empty()) {
        write_output(file, text_of(to_json(outcome)));
    }
}

} // namespace tangram::apps
