// An MPI program whose matrices lie block-cyclically, as those of ScaLAPACK's programs do: C = A B, each element
// checked by the process that has it.
#include "cluster/interface/block_cyclic.hpp"
#include "cluster/interface/cluster.hpp"

#include <mpi.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace tangram::cluster;

constexpr std::int64_t n = 600;
constexpr std::int64_t block = 64;

struct Part { // of one matrix, as ScaLAPACK has it in each process
    Part(const BlockCyclic& layout, std::size_t me)
        : rows(layout.part_rows(me)), elements(rows * layout.part_columns(me)),
          matrix(layout.matrix(me, elements.data(), rows > 0 ? rows : 1)) {}

    template <class Tell> void for_each(std::size_t me, const Tell& tell) { // its elements: row, column, where it is
        for (std::size_t i = 0; static_cast<std::int64_t>(i) * block < n; ++i) {
            for (std::size_t j = 0; static_cast<std::int64_t>(j) * block < n; ++j) {
                if (matrix.owner(i, j) != me) {
                    continue;
                }
                const auto tile = matrix.at(i, j);
                for (std::int64_t column = 0; column < tile.columns; ++column) {
                    for (std::int64_t row = 0; row < tile.rows; ++row) {
                        tell(i * block + row, j * block + column, tile(row, column));
                    }
                }
            }
        }
    }

    std::int64_t rows;
    std::vector<double> elements;
    DistributedMatrix<double> matrix;
};

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    long wrong = 0;
    {
        Cluster cluster; // starts StarPU; keep it for many products
        const std::size_t me = cluster.me();
        const BlockCyclic layout{.rows = n, .columns = n, .block = block, .grid = {1, cluster.processes()}};
        Part a(layout, me), b(layout, me), c(layout, me);
        a.for_each(me, [](std::int64_t i, std::int64_t k, double& value) { value = static_cast<double>(i - k); });
        b.for_each(me, [](std::int64_t k, std::int64_t j, double& value) { value = static_cast<double>(k + j); });

        using tangram::Transpose;
        const ClusterReport report = cluster.gemm(Transpose::no, Transpose::no, 1.0, a.matrix, b.matrix, 0.0, c.matrix);

        const double sum = n * (n - 1.0) / 2;                     // of k from 0 to n - 1
        const double squares = n * (n - 1.0) * (2 * n - 1.0) / 6; // of k^2
        c.for_each(me, [&](std::int64_t i, std::int64_t j, double value) {
            const double expected = (i - j) * sum + static_cast<double>(n) * i * j - squares; // sum of (i - k)(k + j)
            wrong += std::abs(value - expected) > 1e-3 ? 1 : 0;
        });
        std::printf("process %zu of %zu: %ld elements are wrong, %s, %llu bytes received\n", me, cluster.processes(),
                    wrong, report.place == Place::by_speeds ? "zones by speeds" : "C stays",
                    static_cast<unsigned long long>(report.bytes_in));
    }
    MPI_Finalize();
    return wrong == 0 ? 0 : 1;
}
