#include "apps/gemm/machines/starpu_model_text.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace tangram::apps {

namespace {

/// Calls visit(line, device type, device, whether the line is an entry) for each line.
template <class Visit> void for_each_line(const std::string& model, const Visit& visit) {
    std::istringstream lines(model);
    std::string before;
    std::string type;
    std::string device;
    bool in_entries = false;
    for (std::string line; std::getline(lines, line); before = line) {
        if (before.starts_with("# device type")) {
            type = line;
        } else if (before.starts_with("# device id")) {
            device = line;
        }
        const bool starts = line.starts_with("# hash");
        in_entries = starts || (in_entries && !line.empty());
        visit(line, type, device, in_entries && !line.starts_with('#'));
    }
}

struct Entry {
    std::string hash, flops;
    std::size_t size = 0; ///< bytes of all data
    double mean = 0;
    double deviation = 0;
    double sum = 0;
    double squares = 0; ///< the sum of squares
    unsigned long samples = 0;
};

Entry parse_entry(const std::string& line) {
    std::istringstream fields(line);
    Entry entry;
    if (!(fields >> entry.hash >> entry.size >> entry.flops >> entry.mean >> entry.deviation >> entry.sum >>
          entry.squares >> entry.samples)) {
        throw InvalidInput(fmt::format("a StarPU performance model has an unexpected line: {}", line));
    }
    return entry;
}

std::string text_of(const Entry& entry) {
    return fmt::format("{}\t{}\t{}\t{:.6e}\t{:.6e}\t{:.6e}\t{:.6e}\t{}", entry.hash, entry.size, entry.flops,
                       entry.mean, entry.deviation, entry.sum, entry.squares, entry.samples);
}

/// StarPU trusts a history of ten samples (STARPU_CALIBRATE_MINIMUM's default).
constexpr unsigned long enough_samples = 10;

} // namespace

std::string faster_cpus(const std::string& model, double factor) {
    std::string result;
    for_each_line(model, [&](const std::string& line, const std::string& type, const std::string&, bool is_entry) {
        if (is_entry && type == "0") {
            Entry entry = parse_entry(line);
            entry.mean /= factor;
            entry.deviation /= factor;
            entry.sum /= factor;
            entry.squares /= factor * factor;
            result += text_of(entry);
        } else {
            result += line;
        }
        result += '\n';
    });
    return result;
}

std::vector<std::int64_t> modelled_tiles(const std::string& model, std::size_t element_bytes) {
    std::set<std::pair<std::string, std::string>> all;
    std::map<std::int64_t, std::set<std::pair<std::string, std::string>>> devices_of_tile;
    for_each_line(
        model, [&](const std::string& line, const std::string& type, const std::string& device, bool is_entry) {
            if (!is_entry) {
                return;
            }
            const Entry entry = parse_entry(line);
            const double tile = std::sqrt(static_cast<double>(entry.size) / (3 * static_cast<double>(element_bytes)));
            all.emplace(type, device);
            if (tile == std::floor(tile) && entry.samples >= enough_samples) {
                devices_of_tile[static_cast<std::int64_t>(tile)].emplace(type, device);
            }
        });
    std::vector<std::int64_t> tiles;
    for (const auto& [tile, devices] : devices_of_tile) {
        if (devices == all) {
            tiles.push_back(tile);
        }
    }
    return tiles;
}

std::string history_model(const std::vector<ModelEntry>& entries) {
    std::map<std::pair<ModelDevice, int>, std::vector<std::string>> lines;
    for (const ModelEntry& entry : entries) {
        for (const ModelTime& time : entry.times) {
            lines[{time.type, time.device}].push_back(
                text_of({.hash = fmt::format("{:08x}", entry.footprint),
                         .flops = "0",
                         .size = entry.bytes,
                         .mean = time.microseconds,
                         .deviation = 0,
                         .sum = time.microseconds * enough_samples,
                         .squares = time.microseconds * time.microseconds * enough_samples,
                         .samples = enough_samples}));
        }
    }
    std::string text = fmt::format("##################\n# Performance Model Version\n45\n\n"
                                   "####################\n# COMBs\n# number of combinations\n{}\n",
                                   lines.size());
    std::size_t index = 0;
    for (const auto& [device, of_device] : lines) {
        text += fmt::format(
            "####################\n# COMB_{}\n# number of types devices\n1\n"
            "####################\n# DEV_0\n# device type (CPU - 0, CUDA - 1, OPENCL - 2, MIC - 3)\n{}\n"
            "####################\n# DEV_0\n# device id\n{}\n"
            "####################\n# DEV_0\n# number of cores\n1\n"
            "##########\n# number of implementations\n1\n"
            "#####\n# Model for Comb{}\n# number of entries\n{}\n"
            "# sumlnx\tsumlnx2\tsumlny\tsumlnxlny\talpha\tbeta\tn\tminx\tmaxx\n"
            "0\t0\t0\t0\tnan\tnan\t0\t0\t0\n# a\tb\tc\nnan\tnan\tnan\n"
            "# not multiple-regression-base\n0\n"
            "# hash\tsize\tflops\tmean (us)\tdev (us)\tsum\tsum2\tn\n{}\n\n",
            index, static_cast<int>(device.first), device.second, index, of_device.size(), fmt::join(of_device, "\n"));
        ++index;
    }
    return text;
}

} // namespace tangram::apps
