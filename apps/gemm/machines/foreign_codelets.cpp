#include "apps/gemm/machines/foreign_codelets.hpp"

#include "apps/gemm/machines/data_shape.hpp"
#include "apps/gemm/machines/model_paths.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace tangram::apps {

namespace {

using nlohmann::json;

constexpr std::array codelet_keys{"model", "data", "footprint", "flops", "speed", "microseconds", "precision"};

/// Throws InvalidInput unless the value is an object with no other keys than these.
template <class Keys> void check_keys(const json& value, std::string_view what, const Keys& known) {
    if (!value.is_object()) {
        throw InvalidInput(fmt::format("{} must be an object with the keys {}", what, fmt::join(known, ", ")));
    }
    for (const auto& [key, unused] : value.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            throw InvalidInput(fmt::format("'{}' is unknown: {} has the keys {}", key, what, fmt::join(known, ", ")));
        }
    }
}

double number_of(const json& value, std::string_view key, bool may_be_zero) {
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!(number >= 0) || !std::isfinite(number) || (number == 0 && !may_be_zero)) {
        throw InvalidInput(fmt::format("'{}' must be a {} number", key, may_be_zero ? "non-negative" : "positive"));
    }
    return number;
}

std::string model_of(const json& entry) {
    const json model = entry.value("model", json());
    if (!model.is_string() || !can_be_in_file_name(model.get<std::string>())) {
        throw InvalidInput("'model' must be the symbol of a performance model");
    }
    return model;
}

std::uint32_t footprint_of(const json& entry) {
    if (entry.contains("data") == entry.contains("footprint")) {
        throw InvalidInput("give either 'data' or 'footprint'");
    }
    if (entry.contains("footprint")) {
        const std::string text = entry["footprint"].is_string() ? entry["footprint"].get<std::string>() : "";
        std::uint32_t footprint = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), footprint, 16);
        if (text.empty() || error != std::errc{} || end != text.data() + text.size()) {
            throw InvalidInput("'footprint' must be a string of at most eight hexadecimal digits");
        }
        return footprint;
    }
    std::vector<DataShape> data;
    if (!entry["data"].is_array()) {
        throw InvalidInput("'data' must be a list, like [\"matrix 960 960\", \"vector 960\"]");
    }
    for (const json& one : entry["data"]) {
        data.push_back(parse_shape(one.is_string() ? one.get<std::string>() : one.dump()));
    }
    return data_footprint(data);
}

/// Reads `key`, {"cpu": NUMBER, "gpu": NUMBER}, of which one may be missing.
void read_kinds(const json& entry, const char* key, bool may_be_zero, std::optional<double>& cpu,
                std::optional<double>& gpu) {
    const auto found = entry.find(key);
    if (found == entry.end()) {
        return;
    }
    check_keys(*found, fmt::format("'{}'", key), std::array{"cpu", "gpu"});
    for (const auto& [kind, value] : found->items()) {
        (kind == "cpu" ? cpu : gpu) = number_of(value, fmt::format("{}.{}", key, kind), may_be_zero);
    }
}

/// How long a task takes must follow from what was said, for at least one kind of worker.
void check_times(const CodeletTask& task) {
    for (const auto& [kind, name] : {std::pair{&task.cpu, "cpu"}, std::pair{&task.gpu, "gpu"}}) {
        if (task.flops > 0 && kind->microseconds && !kind->part) {
            throw InvalidInput(fmt::format("'flops' need a 'speed' for {}, which 'microseconds' has", name));
        }
        if (task.flops == 0 && kind->part) {
            throw InvalidInput("'speed' needs 'flops'");
        }
        if (task.flops == 0 && kind->microseconds && *kind->microseconds == 0) {
            throw InvalidInput(fmt::format("a task takes no time on {}, which StarPU cannot simulate", name));
        }
    }
    if (!task.cpu.part && !task.cpu.microseconds && !task.gpu.part && !task.gpu.microseconds) {
        throw InvalidInput("nobody executes it: give 'flops' and 'speed', or 'microseconds'");
    }
}

CodeletTask task_of(const json& entry) {
    check_keys(entry, "an entry", codelet_keys);
    CodeletTask task;
    task.model = model_of(entry);
    task.footprint = footprint_of(entry);
    task.flops = entry.contains("flops") ? number_of(entry["flops"], "flops", true) : 0;
    const json precision = entry.value("precision", json("double"));
    if (precision != "double" && precision != "float") {
        throw InvalidInput("'precision' must be double or float");
    }
    task.precision = precision == "float" ? Precision::single_precision : Precision::double_precision;
    read_kinds(entry, "speed", false, task.cpu.part, task.gpu.part);
    read_kinds(entry, "microseconds", true, task.cpu.microseconds, task.gpu.microseconds);
    check_times(task);
    return task;
}

json read_list(const std::string& path) {
    const std::string text = read_text(path);
    try {
        json list = parsed_json<json>(text);
        if (!list.is_array() || list.empty()) {
            throw InvalidInput("it is not a JSON list of objects");
        }
        return list;
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("codelets {}: {}", path, error.what()));
    }
}

} // namespace

std::vector<CodeletTask> read_codelets(const std::string& path) {
    const json list = read_list(path);
    std::vector<CodeletTask> tasks;
    std::set<std::pair<std::string, std::uint32_t>> seen;
    for (std::size_t index = 0; index < list.size(); ++index) {
        const json& entry = list[index];
        try {
            tasks.push_back(task_of(entry));
            if (!seen.emplace(tasks.back().model, tasks.back().footprint).second) {
                throw InvalidInput("the same model and data as an entry before");
            }
        } catch (const InvalidInput& error) {
            const std::string model = entry.is_object() ? entry.value("model", json()).dump() : "no object";
            throw InvalidInput(
                fmt::format("codelets {}: entry {} ({}): {}", path, index + 1, model.substr(0, 80), error.what()));
        }
    }
    return tasks;
}

} // namespace tangram::apps
