#pragma once

/// Files in the Matrix Market exchange format (Boisvert, Pozo and Remington 1996): "coordinate" of "real", "integer" or
/// "pattern", and "general", "symmetric" or "skew-symmetric".

#include "cluster/fronts/sparse_matrix.hpp"

#include <cstdint>
#include <filesystem>

namespace tangram::fronts {

/// A square matrix. Its pattern becomes that of A + A^T and the diagonal, as fronts need it: entries that the file
/// lacks are zeros. Entries that are there twice are added up. A pattern gets the values of draw_dominant_values(seed).
/// Throws InvalidInput if the file is no regular one, as a pipe; with file and line if it is no such matrix, ends too
/// early, has text behind its entries, or has fewer entries than rows, so that the matrix is singular. O(entries log
/// entries); no more memory than the file's length asks for, whatever its second line says.
[[nodiscard]] SparseMatrix read_matrix_market(const std::filesystem::path& file, std::uint64_t seed);

} // namespace tangram::fronts
