#pragma once

/// Matrices as ScaLAPACK deals them out (Blackford et al. 1997, section 4.3): block (i, j) lies at process ((i +
/// first_row) mod P, (j + first_column) mod Q) of a grid of P x Q processes, which has all of its blocks in one
/// column-major matrix.

#include "cluster/interface/distributed_matrix.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tangram::cluster {

struct ProcessGrid {
    std::size_t rows = 1;    ///< P
    std::size_t columns = 1; ///< Q
    bool by_rows = true;     ///< process p Q + q is (p, q), as BLACS does for order "R"; else p + q P

    [[nodiscard]] std::size_t process(std::size_t p, std::size_t q) const {
        return by_rows ? p * columns + q : p + q * rows;
    }
    [[nodiscard]] bool has(std::size_t process) const { return process < rows * columns; }
    [[nodiscard]] std::size_t row_of(std::size_t process) const { return by_rows ? process / columns : process % rows; }
    [[nodiscard]] std::size_t column_of(std::size_t process) const {
        return by_rows ? process % columns : process / rows;
    }
};

struct BlockCyclic {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t block = 0; ///< side of the blocks, which are the tiles of products
    ProcessGrid grid{};
    std::size_t first_row = 0; ///< of the grid: who has block (0, 0)
    std::size_t first_column = 0;

    /// From a descriptor of ScaLAPACK's (DTYPE, CTXT, M, N, MB, NB, RSRC, CSRC, LLD); CTXT and LLD are not read. Throws
    /// InvalidInput unless it is one of a dense matrix with square blocks, and as require_valid().
    [[nodiscard]] static BlockCyclic from_descriptor(const std::array<int, 9>& descriptor, const ProcessGrid& grid);

    /// Throws InvalidInput for negative sizes, a block or a grid of nothing, and a first block outside of the grid.
    void require_valid() const;

    /// Of a process's part: ScaLAPACK's numroc. 0 outside of the grid. Throws as require_valid(). O(1).
    [[nodiscard]] std::int64_t part_rows(std::size_t process) const;
    [[nodiscard]] std::int64_t part_columns(std::size_t process) const;

    /// The matrix, as process `me` has it. part: of part_rows(me) x part_columns(me), column-major with leading
    /// dimension ld; used in place. Throws InvalidInput for an ld that is less than its rows, or 1, and without a part
    /// that has elements; and as require_valid().
    template <class T> [[nodiscard]] DistributedMatrix<T> matrix(std::size_t me, T* part, std::int64_t ld) const;
};

/// A matrix by its descriptor, whose LLD is this process's. Process `me` of the grid, or outside of it, where a program
/// must get the descriptor from a process that has it, with an LLD of 1. Throws as BlockCyclic::from_descriptor() and
/// BlockCyclic::matrix().
template <class T> [[nodiscard]] DistributedMatrix<T>
described_matrix(const std::array<int, 9>& descriptor, const ProcessGrid& grid, std::size_t me, T* part) {
    return BlockCyclic::from_descriptor(descriptor, grid).matrix(me, part, descriptor[8]);
}

extern template DistributedMatrix<float> BlockCyclic::matrix(std::size_t, float*, std::int64_t) const;
extern template DistributedMatrix<double> BlockCyclic::matrix(std::size_t, double*, std::int64_t) const;
extern template DistributedMatrix<const float> BlockCyclic::matrix(std::size_t, const float*, std::int64_t) const;
extern template DistributedMatrix<const double> BlockCyclic::matrix(std::size_t, const double*, std::int64_t) const;

} // namespace tangram::cluster
