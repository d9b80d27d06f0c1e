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
    Posted() = default;
    ~Posted() {
        for (starpu_data_handle_t handle : handles_) {
            starpu_data_unregister(handle);
        }
    }
    Posted(const Posted&) = delete;
    Posted& operator=(const Posted&) = delete;

    void send(const void* data, std::size_t bytes, std::size_t to, starpu_mpi_tag_t tag) {
        check_starpu_mpi(starpu_mpi_isend_detached(handle(const_cast<void*>(data), bytes), static_cast<int>(to), tag,
                                                   MPI_COMM_WORLD, nullptr, nullptr));
    }
    void receive(void* data, std::size_t bytes, std::size_t from, starpu_mpi_tag_t tag) {
        check_starpu_mpi(starpu_mpi_irecv_detached(handle(data, bytes), static_cast<int>(from), tag, MPI_COMM_WORLD,
                                                   nullptr, nullptr));
    }

  private:
    starpu_data_handle_t handle(void* data, std::size_t bytes) {
        starpu_vector_data_register(&handles_.emplace_back(), STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(data),
                                    static_cast<std::uint32_t>(bytes), 1);
        return handles_.back();
    }

    std::vector<starpu_data_handle_t> handles_;
};

template <class T> std::size_t bytes_of(const apps::MatrixView<T>& tile) {
    return static_cast<std::size_t>(tile.rows * tile.columns) * sizeof(T);
}

} // namespace

template <class T> OwnedTiles<T> tiles_by_owner(const TiledShape& shape, const Owner& owner, const team::Team& team,
                                                const Allocate& allocate) {
    return team::agreed(team, [&] { return tiles_of<T>(shape, owner, static_cast<std::size_t>(team.me()), allocate); });
}

template <class T> OwnedTiles<T> migrated(const OwnedTiles<T>& matrix, const Owner& before, const Owner& after,
                                          const team::Team& team, const Allocate& allocate) {
    OwnedTiles<T> moved = tiles_by_owner<T>(matrix.shape(), after, team, allocate);
    const std::int64_t columns = matrix.shape().columns.count();
    Posted posted;
    for (std::int64_t i = 0; i < matrix.shape().rows.count(); ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            const auto old_tile = matrix.tile(i, j);
            const auto new_tile = moved.tile(i, j);
            const starpu_mpi_tag_t tag = first_tag + i * columns + j;
            if (old_tile && new_tile) {
                if (!apps::Runtime::is_simulated()) { // nothing is there
                    std::copy_n(old_tile->data, old_tile->rows * old_tile->columns, new_tile->data);
                }
            } else if (old_tile) {
                posted.send(old_tile->data, bytes_of(*old_tile),
                            after(static_cast<std::size_t>(i), static_cast<std::size_t>(j)), tag);
            } else if (new_tile) {
                posted.receive(new_tile->data, bytes_of(*new_tile),
                               before(static_cast<std::size_t>(i), static_cast<std::size_t>(j)), tag);
            }
        }
    }
    return moved;
}

double network_bytes_per_second(const team::Team& team) {
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
    const auto exchange = [&, &out = sent, &in = received] {
        Posted posted;
        for (std::size_t n = 0; n < messages; ++n) {
            const auto tag = first_tag + static_cast<starpu_mpi_tag_t>(n);
            posted.send(&out.view()(0, static_cast<std::int64_t>(n)), bytes, (me + 1) % all, tag);
            posted.receive(&in.view()(0, static_cast<std::int64_t>(n)), bytes, (me + all - 1) % all, tag);
        }
    };
    exchange(); // connections are made
    team.wait_for_all();
    const double start = starpu_timing_now();
    exchange();
    const double seconds = (starpu_timing_now() - start) * 1e-6;
    const std::vector<double> of_all = team::gathered(team, static_cast<double>(messages * bytes) / seconds);
    return *std::min_element(of_all.begin(), of_all.end());
}

template OwnedTiles<float> tiles_by_owner(const TiledShape&, const Owner&, const team::Team&, const Allocate&);
template OwnedTiles<double> tiles_by_owner(const TiledShape&, const Owner&, const team::Team&, const Allocate&);
template OwnedTiles<float> migrated(const OwnedTiles<float>&, const Owner&, const Owner&, const team::Team&,
                                    const Allocate&);
template OwnedTiles<double> migrated(const OwnedTiles<double>&, const Owner&, const Owner&, const team::Team&,
                                     const Allocate&);

} // namespace tangram::cluster
