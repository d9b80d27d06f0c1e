#include "apps/gemm/machines/data_shape.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>

#include <starpu.h>

namespace tangram::apps {

namespace {

struct KnownKind {
    std::string_view name;
    DataShape::Kind kind;
    std::size_t sizes;
};

constexpr std::array kinds{
    KnownKind{"matrix", DataShape::Kind::matrix, 2},
    KnownKind{"vector", DataShape::Kind::vector, 1},
    KnownKind{"variable", DataShape::Kind::variable, 1},
    KnownKind{"block", DataShape::Kind::block, 3},
};

/// As StarPU's interfaces compute it (src/datawizard/interfaces/, footprint_*_interface_crc32).
std::uint32_t hash_of(const DataShape& shape) {
    switch (shape.kind) {
    case DataShape::Kind::matrix:
        return starpu_hash_crc32c_be(starpu_hash_crc32c_be(shape.sizes[0], shape.sizes[1]), STARPU_MATRIX_INTERFACE_ID);
    case DataShape::Kind::vector:
        return starpu_hash_crc32c_be(starpu_hash_crc32c_be(shape.sizes[0], 0), STARPU_VECTOR_INTERFACE_ID);
    case DataShape::Kind::block: {
        std::uint32_t hash = 0;
        for (const std::uint32_t size : shape.sizes) {
            hash = starpu_hash_crc32c_be(size, hash);
        }
        return starpu_hash_crc32c_be(hash, STARPU_BLOCK_INTERFACE_ID);
    }
    case DataShape::Kind::variable: break;
    }
    return starpu_hash_crc32c_be(starpu_hash_crc32c_be(shape.sizes[0], 0), STARPU_VARIABLE_INTERFACE_ID);
}

} // namespace

DataShape parse_shape(const std::string& text) {
    std::istringstream words(text);
    std::string name;
    words >> name;
    const auto* const known =
        std::find_if(kinds.begin(), kinds.end(), [&](const KnownKind& kind) { return kind.name == name; });
    DataShape shape;
    bool good = known != kinds.end();
    for (std::string word; good && words >> word;) {
        const std::optional<std::uint32_t> size = parsed<std::uint32_t>(word);
        good = size && *size > 0;
        shape.sizes.push_back(size.value_or(0));
    }
    if (!good || shape.sizes.size() != known->sizes) {
        throw InvalidInput(
            fmt::format("'{}' is no data: expected 'matrix NX NY', 'vector NX', 'variable BYTES' or 'block "
                        "NX NY NZ'",
                        text));
    }
    shape.kind = known->kind;
    return shape;
}

std::uint32_t data_footprint(const std::vector<DataShape>& data) {
    std::uint32_t footprint = 0;
    for (const DataShape& shape : data) {
        footprint = starpu_hash_crc32c_be(hash_of(shape), footprint);
    }
    return footprint;
}

} // namespace tangram::apps
