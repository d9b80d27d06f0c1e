/// C = A B of a program's own block-cyclic matrices, by tangram::cluster: seconds, bytes of tiles over the network, and
/// whether C is right, as JSON. usage: mpirun -n P bench_distributed SIZE BLOCK ROWS COLUMNS PLACE SPEEDS, ROWS x
/// COLUMNS = P, PLACE c-stays or by-speeds, SPEEDS of the processes, separated by commas.

#include "base/error.hpp"
#include "cluster/interface/block_cyclic.hpp"
#include "cluster/interface/cluster.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tangram;
using namespace tangram::cluster;

/// In [-1, 1), of a place in a matrix: all processes know all of them (the mixing of splitmix64).
double entry(std::uint64_t matrix, std::int64_t row, std::int64_t column) {
    std::uint64_t z = (matrix << 60) + (static_cast<std::uint64_t>(row) << 30) + static_cast<std::uint64_t>(column) + 1;
    z *= 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

class Part {
  public:
    Part(const BlockCyclic& layout, std::size_t me)
        : layout_(layout), me_(me), rows_(layout.part_rows(me)), columns_(layout.part_columns(me)),
          elements_(static_cast<std::size_t>(rows_ * columns_)),
          matrix_(layout.matrix(me, elements_.data(), std::max<std::int64_t>(1, rows_))) {}
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() = default;

    [[nodiscard]] const DistributedMatrix<double>& matrix() const { return matrix_; }
    [[nodiscard]] std::size_t size() const { return elements_.size(); }
    [[nodiscard]] double& element(std::size_t n) { return elements_[n]; }

    /// Row and column in the whole matrix.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> place(std::size_t n) const {
        const auto at = static_cast<std::int64_t>(n);
        return {global(at % rows_, layout_.grid.row_of(me_), layout_.grid.rows),
                global(at / rows_, layout_.grid.column_of(me_), layout_.grid.columns)};
    }
    void fill(std::uint64_t number) {
        for (std::size_t n = 0; n < size(); ++n) {
            const auto [row, column] = place(n);
            element(n) = entry(number, row, column);
        }
    }

  private:
    [[nodiscard]] std::int64_t global(std::int64_t index, std::size_t line, std::size_t lines) const {
        const std::int64_t round = index / layout_.block * static_cast<std::int64_t>(lines);
        return (round + static_cast<std::int64_t>(line)) * layout_.block + index % layout_.block;
    }

    BlockCyclic layout_;
    std::size_t me_;
    std::int64_t rows_;
    std::int64_t columns_;
    std::vector<double> elements_;
    DistributedMatrix<double> matrix_;
};

/// Compares 200 elements with sums in higher precision, by the rounding errors that they may have.
bool is_right(Part& c, std::int64_t size) {
    const std::size_t step = std::max<std::size_t>(1, c.size() / 200);
    for (std::size_t n = 0; n < c.size(); n += step) {
        const auto [row, column] = c.place(n);
        long double sum = 0;
        long double absolute = 0;
        for (std::int64_t k = 0; k < size; ++k) {
            const long double term = static_cast<long double>(entry(1, row, k)) * entry(2, k, column);
            sum += term;
            absolute += std::abs(term);
        }
        const long double allowed = static_cast<long double>(size) * std::numeric_limits<double>::epsilon() * absolute;
        if (!(std::abs(c.element(n) - sum) <= allowed)) {
            return false;
        }
    }
    return true;
}

std::vector<double> speeds_of(const std::string& text) {
    std::vector<double> speeds;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        speeds.push_back(std::stod(word));
    }
    return speeds;
}

void run(const BlockCyclic& layout, const std::string& place, const std::string& speeds) {
    Cluster cluster;
    Part a(layout, cluster.me());
    Part b(layout, cluster.me());
    Part c(layout, cluster.me());
    a.fill(1);
    b.fill(2);
    const ClusterGemmOptions options{.place = place == "c-stays" ? Place::c_stays : Place::by_speeds,
                                     .speeds = speeds_of(speeds)};
    const auto multiply = [&] {
        return cluster.gemm(Transpose::no, Transpose::no, 1.0, a.matrix(), b.matrix(), 0.0, c.matrix(), options);
    };
    multiply(); // measures the speed of kernels, and takes memory
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    const ClusterReport report = multiply();
    MPI_Barrier(MPI_COMM_WORLD);
    const double seconds = MPI_Wtime() - start;
    std::uint64_t received = report.bytes_in;
    MPI_Allreduce(MPI_IN_PLACE, &received, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    int verified = is_right(c, layout.rows) ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &verified, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (cluster.me() == 0) {
        fmt::print("{{\"seconds\": {:.9g}, \"network_bytes\": {}, \"verified\": {}}}\n", seconds,
                   received + report.bytes_moved, verified == 1);
    }
}

} // namespace

int main(int argc, char** argv) {
    int level = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    try {
        if (argc != 7) {
            throw InvalidInput("usage: mpirun -n P bench_distributed SIZE BLOCK ROWS COLUMNS c-stays|by-speeds SPEEDS");
        }
        const std::int64_t size = std::stoll(argv[1]);
        run({.rows = size,
             .columns = size,
             .block = std::stoll(argv[2]),
             .grid = {std::stoul(argv[3]), std::stoul(argv[4])}},
            argv[5], argv[6]);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_distributed: error: {}\n", error.what());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
