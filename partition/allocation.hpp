#pragma once

/// An Allocation says which processor (memory node) computes each tile of C,
/// for all k: plain data that can be printed, drawn and tested without a GEMM.

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::partition {

struct Allocation {
    std::string name; ///< partitioner and discretisation, e.g. "nrrp-rounded"
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t processors = 0;
    std::vector<std::size_t> owners; ///< rows x columns, row-major, each < processors

    [[nodiscard]] std::size_t owner(std::size_t i, std::size_t j) const { return owners[i * columns + j]; }

    /// Tiles of C per processor. O(rows * columns).
    [[nodiscard]] std::vector<std::size_t> tile_counts() const;

    /// Sum over processors of the number of distinct rows and of distinct
    /// columns that hold one of its tiles: the half-perimeter of the zones
    /// after discretisation, in tiles (partition.md, section 5.4).
    /// O(rows * columns).
    [[nodiscard]] std::size_t cost() const;
};

/// The grid as text, one line per row of tiles and one character per tile:
/// 0-9, a-z, A-Z for processors 0 to 61, '?' for the others. A side of more
/// than 64 tiles is thinned out to at most 64 characters; a last line then
/// says so. Ends with a newline.
[[nodiscard]] std::string to_text(const Allocation& allocation);

/// The allocation of the transpose of C. O(rows * columns).
[[nodiscard]] Allocation transposed(const Allocation& allocation);

} // namespace tangram::partition
