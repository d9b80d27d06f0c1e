/// Any text as a saved partition or allocation: either an InvalidInput, or
/// something that can be written, drawn, printed and read back.

#include "base/error.hpp"
#include "partition/base/json.hpp"
#include "partition/svg/svg.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace tangram::partition;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void read_partition(std::string_view text) {
    try {
        const Partition partition = partition_from_json(text);
        require(partition_from_json(to_json(partition)) == partition);
    } catch (const tangram::InvalidInput&) { // NOLINT(bugprone-empty-catch): the other right answer
    }
}

void read_allocation(std::string_view text) {
    try {
        const Allocation allocation = allocation_from_json(text);
        require(allocation_from_json(to_json(allocation)) == allocation);
        require(!to_text(allocation).empty());
        require(allocation.cost() <= 3 * allocation.owners.size());
        if (!allocation.is_3d()) {
            require(!draw(drawing_of(allocation)).empty());
        }
    } catch (const tangram::InvalidInput&) { // NOLINT(bugprone-empty-catch): the other right answer
    }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read_partition(text);
    read_allocation(text);
    return 0;
}
