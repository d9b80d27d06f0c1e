#include "apps/command/exchange_report.hpp"

#include "base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tangram::apps {

namespace {

using nlohmann::json;

/// By the kinds of exchange::MessageKind, and all.
json messages(const simulation::Result& result) {
    json counts{{"total", result.messages_total}};
    for (std::size_t kind = 0; kind < exchange::message_kinds; ++kind) {
        counts[std::string(exchange::name_of(static_cast<exchange::MessageKind>(kind)))] = result.messages[kind];
    }
    return counts;
}

json mean_and_max(const simulation::MeanAndMax& figure) {
    return {{"mean", figure.mean}, {"max", figure.max}};
}

/// Of one run.
json figures(const ExchangeRun& run) {
    const simulation::Result& result = run.result;
    return {{"fronts", run.fronts},
            {"parallel_fronts", run.parallel_fronts},
            {"flops", result.flops},
            {"threshold", {{"memory", run.threshold.memory}, {"flops", run.threshold.flops}}},
            {"decisions", result.decisions},
            {"messages", messages(result)},
            {"bytes", result.bytes},
            {"application", {{"messages", result.application_messages}, {"bytes", result.application_bytes}}},
            {"peak_memory", mean_and_max(result.peak_memory)},
            {"time", result.seconds},
            {"seconds_frozen", result.seconds_frozen},
            {"view_error", mean_and_max(result.view_error)}};
}

/// Of objects with the same keys, key by key.
json mean_of(const std::vector<json>& runs) {
    json mean;
    for (const auto& [key, value] : runs.front().items()) {
        std::vector<json> values;
        std::transform(runs.begin(), runs.end(), std::back_inserter(values),
                       [&key = key](const json& run) { return run.at(key); });
        if (value.is_object()) {
            mean[key] = mean_of(values);
        } else {
            double sum = 0;
            for (const json& number : values) {
                sum += number.get<double>();
            }
            mean[key] = sum / static_cast<double>(values.size());
        }
    }
    return mean;
}

std::vector<json> figures(const ExchangeOutcome& outcome) {
    std::vector<json> runs;
    std::transform(outcome.runs.begin(), outcome.runs.end(), std::back_inserter(runs),
                   [](const ExchangeRun& run) { return figures(run); });
    return runs;
}

json settings(const ExchangeArguments& arguments) {
    return {{"tree", arguments.tree},
            {"processes", arguments.processes},
            {"mechanism", arguments.mechanism},
            {"thread", arguments.thread},
            {"strategy", arguments.strategy},
            {"max_slaves", arguments.most_slaves},
            {"no_more_master", arguments.no_more_master},
            {"machine",
             {{"latency_us", arguments.machine.latency_us},
              {"bandwidth_gbs", arguments.machine.bandwidth_gbs},
              {"gflops", arguments.machine.gflops}}},
            {"seed", arguments.seed},
            {"runs", arguments.runs}};
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
    return arguments.mechanism == "snapshot"
               ? ""
               : fmt::format("; updates from {:.4g} entries or {:.4g} flops on", threshold.at("memory").get<double>(),
                             threshold.at("flops").get<double>());
}

/// "" for one run.
std::string range_text(const ExchangeOutcome& outcome, double (*figure)(const simulation::Result&)) {
    if (outcome.runs.size() == 1) {
        return "";
    }
    const auto [least, most] = std::minmax_element(
        outcome.runs.begin(), outcome.runs.end(),
        [figure](const ExchangeRun& a, const ExchangeRun& b) { return figure(a.result) < figure(b.result); });
    return fmt::format(" ({:.4g} .. {:.4g})", figure(least->result), figure(most->result));
}

double peak(const simulation::Result& result) {
    return result.peak_memory.max;
}

double seconds(const simulation::Result& result) {
    return result.seconds;
}

} // namespace

json to_json(const ExchangeOutcome& outcome) {
    std::vector<json> runs = figures(outcome);
    json report = settings(outcome.arguments);
    report.update(mean_of(runs));
    for (std::size_t k = 0; k < runs.size(); ++k) {
        runs[k]["seed"] = outcome.runs[k].seed;
    }
    report["per_run"] = std::move(runs);
    return report;
}

std::string to_text(const ExchangeOutcome& outcome) {
    const ExchangeArguments& a = outcome.arguments;
    const json mean = mean_of(figures(outcome));
    const auto of = [&mean](const char* path) { return mean.at(json::json_pointer(path)).get<double>(); };
    std::string text = fmt::format(
        "factorisation of {} on {} simulated processes: {:.0f} fronts, {:.0f} of them parallel, {:.3g} flops\n",
        excerpt(a.tree), a.processes, of("/fronts"), of("/parallel_fronts"), of("/flops"));
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
    text +=
        fmt::format("views        wrong by {:.2g}% of the others' load when slaves are selected, {:.2g}% at worst\n",
                    100 * of("/view_error/mean"), 100 * of("/view_error/max"));
    text += fmt::format("time         {:.4g} s{}", of("/time"), range_text(outcome, seconds));
    if (const double frozen = of("/seconds_frozen"); frozen > 0) {
        text += fmt::format(", in which processes stand still for snapshots for {:.3g} s in the mean", frozen);
    }
    return text + "\n";
}

} // namespace tangram::apps
