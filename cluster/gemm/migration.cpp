#include "cluster/gemm/migration.hpp"

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "cluster/starpu/mpi_check.hpp"
#include "cluster/team/agreed.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <starpu_mpi.h>

namespace tangram::cluster {

namespace {

/// Of no tile of a product: these are numbered from 0 (Moves).
constexpr starpu_mpi_tag_t first_tag = starpu_mpi_tag_t{1} << 59;

/// Messages that have been posted, each with a handle of its own. The end waits for them.
class Posted {
  public:
    explicit Posted(MPI_Comm communicator) : communicator_(communicator) {}
    ~Posted() {
        for (starpu_data_handle_t handle : handles_) {
            starpu_data_unregister(handle);
        }
    }
    Posted(const Posted&) = delete;
    Posted& operator=(const Posted&) = delete;

    /// A tile as it is stored. Types of elements are the same at both ends.
    template <class T> void send(const apps::MatrixView<T>& tile, std::size_t to, starpu_mpi_tag_t tag) {
        check_starpu_mpi(
            starpu_mpi_isend_detached(handle(tile), static_cast<int>(to), tag, communicator_, nullptr, nullptr));
    }
    template <class T> void receive(const apps::MatrixView<T>& tile, std::size_t from, starpu_mpi_tag_t tag) {
        check_starpu_mpi(
            starpu_mpi_irecv_detached(handle(tile), static_cast<int>(from), tag, communicator_, nullptr, nullptr));
    }

  private:
    /// StarPU takes writable memory for what it only reads, too.
    template <class T> starpu_data_handle_t handle(const apps::MatrixView<T>& tile) {
        const auto size = [](std::int64_t number) { return static_cast<std::uint32_t>(number); };
        starpu_matrix_data_register(&handles_.emplace_back(), STARPU_MAIN_RAM,
                                    reinterpret_cast<std::uintptr_t>(tile.data), size(tile.ld), size(tile.rows),
                                    size(tile.columns), sizeof(T));
        return handles_.back();
    }

    MPI_Comm communicator_;
    std::vector<starpu_data_handle_t> handles_;
};

template <class T> void copy(const apps::MatrixView<const T>& from, const apps::MatrixView<T>& to) {
    for (std::int64_t column = 0; column < from.columns; ++column) {
        std::copy_n(&from(0, column), from.rows, &to(0, column));
    }
}

} // namespace

template <class T> OwnedTiles<T> tiles_by_owner(const TiledShape& shape, const nodes::Owner& owner,
                                                const team::Team& team, const Allocate& allocate) {
    return team::agreed(team, [&] { return tiles_of<T>(shape, owner, static_cast<std::size_t>(team.me()), allocate); });
}

template <class T> void move_tiles(const OwnedTiles<T>& from, const nodes::Owner& before, OwnedTiles<T>& to,
                                   const nodes::Owner& after, MPI_Comm communicator) {
    const std::int64_t columns = from.shape().columns.count();
    Posted posted(communicator);
    for (std::int64_t i = 0; i < from.shape().rows.count(); ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            const auto old_tile = from.tile(i, j);
            const auto new_tile = to.tile(i, j);
            const starpu_mpi_tag_t tag = first_tag + i * columns + j;
            if (old_tile && new_tile) {
                if (old_tile->data != new_tile->data && !apps::Runtime::is_simulated()) { // nothing is there
                    copy(*old_tile, *new_tile);
                }
            } else if (old_tile) {
                posted.send(*old_tile, after(static_cast<std::size_t>(i), static_cast<std::size_t>(j)), tag);
            } else if (new_tile) {
                posted.receive(*new_tile, before(static_cast<std::size_t>(i), static_cast<std::size_t>(j)), tag);
            }
        }
    }
}

template <class T> OwnedTiles<T> migrated(const OwnedTiles<T>& matrix, const nodes::Owner& before,
                                          const nodes::Owner& after, const team::Team& team, const Allocate& allocate) {
    OwnedTiles<T> moved = tiles_by_owner<T>(matrix.shape(), after, team, allocate);
    move_tiles(matrix, before, moved, after);
    return moved;
}

double network_bytes_per_second(const team::Team& team, MPI_Comm communicator) {
    if (team.processes() == 1) {
        return std::numeric_limits<double>::infinity();
    }
    constexpr std::size_t bytes = 1 << 20;
    constexpr std::size_t messages = 4;
    using Messages = apps::Matrix<float>; // one in each column
    constexpr auto rows = static_cast<std::int64_t>(bytes / sizeof(float));
    const auto me = static_cast<std::size_t>(team.me());
    const auto all = static_cast<std::size_t>(team.processes());
    auto [sent, received] = team::agreed(team, [] {
        return std::pair{Messages(rows, messages), Messages(rows, messages)};
    });
    const auto column_of = [](Messages& matrix, std::size_t n) {
        return apps::MatrixView<float>{matrix.data() + static_cast<std::int64_t>(n) * rows, rows, 1, rows};
    };
    const auto exchange = [&, &out = sent, &in = received] {
        Posted posted(communicator);
        for (std::size_t n = 0; n < messages; ++n) {
            const auto tag = first_tag + static_cast<starpu_mpi_tag_t>(n);
            posted.send(column_of(out, n), (me + 1) % all, tag);
            posted.receive(column_of(in, n), (me + all - 1) % all, tag);
        }
    };
    exchange(); // connections are made
    team.wait_for_all();
    const double start = starpu_timing_now();
    exchange();
    const double seconds = (starpu_timing_now() - start) * 1e-6;
    return team::least(team, static_cast<double>(messages * bytes) / seconds);
}

template OwnedTiles<float> tiles_by_owner(const TiledShape&, const nodes::Owner&, const team::Team&, const Allocate&);
template OwnedTiles<double> tiles_by_owner(const TiledShape&, const nodes::Owner&, const team::Team&, const Allocate&);
template void move_tiles(const OwnedTiles<float>&, const nodes::Owner&, OwnedTiles<float>&, const nodes::Owner&,
                         MPI_Comm);
template void move_tiles(const OwnedTiles<double>&, const nodes::Owner&, OwnedTiles<double>&, const nodes::Owner&,
                         MPI_Comm);
template OwnedTiles<float> migrated(const OwnedTiles<float>&, const nodes::Owner&, const nodes::Owner&,
                                    const team::Team&, const Allocate&);
template OwnedTiles<double> migrated(const OwnedTiles<double>&, const nodes::Owner&, const nodes::Owner&,
                                     const team::Team&, const Allocate&);

} // namespace tangram::cluster
