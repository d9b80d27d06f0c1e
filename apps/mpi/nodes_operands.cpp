#include "apps/mpi/nodes_operands.hpp"

#include "apps/gemm/matrix/npy_parts.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "cluster/team/agreed.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

namespace tangram::apps {

namespace {

template <class T> void load(cluster::OwnedTiles<T>& matrix, const std::string& path, std::uint64_t seed) {
    if (path.empty()) {
        matrix.fill_random(seed);
        return;
    }
    const NpyPartsReader<T> file(path);
    if (file.header().rows != matrix.shape().stored_rows() ||
        file.header().columns != matrix.shape().stored_columns()) {
        throw InvalidInput(fmt::format("{} has changed: it is {} x {}, and was {} x {}", path, file.header().rows,
                                       file.header().columns, matrix.shape().stored_rows(),
                                       matrix.shape().stored_columns()));
    }
    matrix.for_each_stored(
        [&](const cluster::StoredPlace& place, MatrixView<T> tile) { file.read(place.row, place.column, tile); });
}

template <class T> void write_part(const std::string& location, const NpyHeader& header,
                                   const cluster::OwnedTiles<T>& matrix, const std::string& path) {
    try {
        NpyPartsWriter<T> writer(location, header);
        matrix.for_each_stored([&](const cluster::StoredPlace& place, MatrixView<const T> tile) {
            writer.write(place.row, place.column, tile);
        });
        writer.close();
    } catch (const RunFailure& error) {
        throw RunFailure(
            fmt::format("--out {}: {}; all processes must be able to write in its folder", path, error.what()));
    }
}

} // namespace

template <class T>
NodesOperands<T>::NodesOperands(const GemmArguments& arguments, const GemmProblem& product,
                                const nodes::NodeProblem& problem, const nodes::NodePlan& plan, std::size_t me)
    : placed_({product.transa, product.transb, arguments.alpha, arguments.beta}, problem, plan, me) {
    load(placed_.a(), arguments.a, arguments.seed);
    load(placed_.b(), arguments.b, arguments.seed + 1);
    if (placed_.reads_c()) {
        load(placed_.c0(), arguments.c, arguments.seed + 2);
    }
}

template <class T> void NodesOperands<T>::reset_c() {
    if (placed_.reads_c()) {
        placed_.c().copy_from(placed_.c0());
    } else {
        placed_.c().fill(std::numeric_limits<T>::quiet_NaN());
    }
}

template <class T> void write_distributed(const std::string& path, Layout layout, const cluster::OwnedTiles<T>& matrix,
                                          const team::Team& team) {
    std::optional<OutputFile> file;
    NpyHeader header{};
    std::string location = team::agreed(team, [&]() -> std::string {
        if (team.me() != 0) {
            return {};
        }
        file.emplace(path);
        header =
            write_npy_header(*file, precision_of<T>(), layout, matrix.shape().rows.size, matrix.shape().columns.size);
        return std::filesystem::absolute(file->open_to_others());
    });
    header = team::of_first(team, header);
    location = team::of_first(team, location);
    for (int turn = 0; turn < team.processes(); ++turn) {
        team::agreed(team, [&] {
            if (turn == team.me()) {
                write_part(location, header, matrix, path);
            }
        });
    }
    team::agreed(team, [&] {
        if (file) {
            file->commit();
        }
    });
}

template class NodesOperands<float>;
template class NodesOperands<double>;
template void write_distributed<float>(const std::string&, Layout, const cluster::OwnedTiles<float>&,
                                       const team::Team&);
template void write_distributed<double>(const std::string&, Layout, const cluster::OwnedTiles<double>&,
                                        const team::Team&);

} // namespace tangram::apps
