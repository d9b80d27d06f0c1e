/// Any text as what people give `tangram partition`: a saved file, lists of
/// numbers, sides, a fraction. Either an InvalidInput, or what its contract says.

#include "apps/command/number_list.hpp"
#include "apps/command/partition_report.hpp"
#include "apps/command/saved_partition.hpp"
#include "base/error.hpp"
#include "partition/base/targets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace tangram::apps;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

template <class Read> void read(const Read& read_text) {
    try {
        read_text();
    } catch (const tangram::InvalidInput& error) {
        require(std::string_view(error.what()).size() < 300);
    }
}

bool are_finite(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

/// What a report says of it is read again as the same.
void read_saved(const std::string& text) {
    PartitionOutcome outcome = parse_partition(text, "file");
    require(outcome.partition || outcome.allocation);
    const std::size_t processors = outcome.partition ? outcome.partition->zones.size() : outcome.allocation->processors;
    if (outcome.problem.speeds.empty()) {
        outcome.problem.speeds = implied_speeds(outcome);
    }
    require_valid(outcome.problem);
    if (outcome.problem.speeds.size() != processors) {
        return;
    }
    if (outcome.allocation) {
        outcome.target_counts =
            tangram::partition::partial_sum_targets(outcome.problem.speeds, outcome.allocation->owners.size());
    }
    require(!to_text(outcome).empty());
    const PartitionOutcome again = parse_partition(to_json(outcome), "report");
    require(again.partition == outcome.partition && again.allocation == outcome.allocation);
    require(again.problem.speeds == outcome.problem.speeds && again.problem.weights == outcome.problem.weights);
    require(again.problem.c_factor == outcome.problem.c_factor);
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read([&] { read_saved(text); });
    read([&] {
        const std::vector<double> numbers = parse_numbers(text, "numbers");
        require(are_finite(numbers) && numbers.size() <= most_listed);
    });
    read([&] {
        const std::vector<double> sides = parse_sides(text, "sides");
        require(are_finite(sides) && (sides.size() == 2 || sides.size() == 3));
    });
    read([&] {
        const double fraction = parse_fraction(text, "fraction");
        require(std::isfinite(fraction) && fraction >= 0);
    });
    return 0;
}
