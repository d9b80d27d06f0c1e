#include "sched/starpu/graph_report.hpp"

#include "base/behind_links.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace tangram::sched::starpu {

namespace {

std::string executed_by(const graph::GraphScheduler::Counts& counts) {
    const auto& [own, stolen, by_cpus, unowned] = counts;
    const std::string accelerators =
        unowned > 0 ? fmt::format("{} by accelerators", unowned)
                    : fmt::format("{} by the accelerator that owns them, {} by another one", own, stolen);
    return fmt::format("{} tasks, {}, {} by CPU workers", counts.all(), accelerators, by_cpus);
}

nlohmann::ordered_json json_of(const std::optional<double>& bound) {
    return bound ? nlohmann::ordered_json(*bound) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json json_of(const graph::Structure& structure) {
    return {{"kind", structure.kind},   {"rows", structure.rows},   {"columns", structure.columns},
            {"depth", structure.depth}, {"tasks", structure.tasks}, {"owners", structure.owners},
            {"rule", structure.rule}};
}

/// The file appears when it is complete, where a symbolic link leads. What is there and no regular file, as a device or
/// a pipe, is written to: a renamed file would replace it.
void write(const std::string& file, const std::string& text) {
    std::error_code unknown; // what cannot be looked at cannot be written either
    const bool replaces = !std::filesystem::exists(file, unknown) || std::filesystem::is_regular_file(file, unknown);
    const std::string target = replaces ? behind_links(file).string() : file;
    const std::string written = replaces ? target + ".partial" : target;
    std::ofstream out(written);
    out << text;
    out.close();
    if (!out || (replaces && std::rename(written.c_str(), target.c_str()) != 0)) {
        if (replaces) {
            std::remove(written.c_str());
        }
        throw InvalidInput(fmt::format("TANGRAM_REPORT: cannot write {}", file));
    }
}

/// Whether the program's stream goes to that regular file, as to /dev/stdout of `program >file`.
bool is_where(const char* file, int stream) {
    struct stat named {};
    struct stat open {};
    return stat(file, &named) == 0 && S_ISREG(named.st_mode) && fstat(stream, &open) == 0 &&
           named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

} // namespace

std::vector<std::string> report_lines(const GraphReport& report, const std::string& strategy) {
    constexpr double gigabyte = 1e9;
    std::vector<std::string> lines;
    for (const graph::Structure& structure : report.structures) {
        lines.push_back(fmt::format("{}: {}", strategy, structure.description()));
    }
    if (lines.empty() && report.counts.unowned == 0) {
        lines.push_back(fmt::format("{}: no owners by structure", strategy));
    }
    lines.push_back(fmt::format("{}: executed {}", strategy, executed_by(report.counts)));
    const auto& [first, again, written, between] = report.bytes;
    lines.push_back(fmt::format("{}: moved {:.2f} GB for tasks: {:.2f} GB that a node never had, {:.2f} GB written "
                                "elsewhere since, {:.2f} GB that it had lost",
                                strategy, report.bytes.all() / gigabyte, first / gigabyte, written / gigabyte,
                                again / gigabyte));
    if (report.seconds_bound) {
        lines.push_back(fmt::format("{}: no schedule is shorter than {:.4g} s", strategy, *report.seconds_bound));
    }
    if (report.bytes_bound) {
        lines.push_back(fmt::format("{}: accelerators that do all the work are sent at least about {:.2f} GB", strategy,
                                    *report.bytes_bound / gigabyte));
    }
    return lines;
}

void check_report_file(const std::string& file) {
    std::error_code unknown; // is none
    if (std::filesystem::is_directory(file, unknown)) {
        throw InvalidInput(fmt::format("TANGRAM_REPORT is '{}', which is a folder; a file is wanted", file));
    }
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, unknown)) {
        throw InvalidInput(fmt::format("TANGRAM_REPORT is '{}': there is no folder {}", file, folder.string()));
    }
    for (const auto& [stream, name] : {std::pair{STDOUT_FILENO, "stdout"}, std::pair{STDERR_FILENO, "stderr"}}) {
        if (is_where(file.c_str(), stream)) {
            throw InvalidInput(
                fmt::format("TANGRAM_REPORT is '{}', where {} goes; another file is wanted", file, name));
        }
    }
}

void write_report(const GraphReport& report, const std::string& strategy, const std::string& file) {
    nlohmann::ordered_json structures = nlohmann::ordered_json::array();
    for (const graph::Structure& structure : report.structures) {
        structures.push_back(json_of(structure));
    }
    const nlohmann::ordered_json all{{"strategy", strategy},
                                     {"structures", structures},
                                     {"tasks", report.counts.all()},
                                     {"tasks_of_owners", report.counts.own},
                                     {"tasks_of_cpus", report.counts.by_cpus},
                                     {"tasks_without_owner", report.counts.unowned},
                                     {"steals", report.counts.stolen},
                                     {"bytes", report.bytes.all()},
                                     {"bytes_by_cause",
                                      {{"first", report.bytes.first},
                                       {"again", report.bytes.again},
                                       {"written", report.bytes.written},
                                       {"between_devices", report.bytes.between_devices}}},
                                     {"seconds_bound", json_of(report.seconds_bound)},
                                     {"bytes_bound", json_of(report.bytes_bound)}};
    write(file, all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

} // namespace tangram::sched::starpu
