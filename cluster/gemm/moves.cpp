#include "cluster/gemm/moves.hpp"

#include "cluster/starpu/mpi_check.hpp"

#include <algorithm>
#include <memory>
#include <span>

namespace tangram::cluster {

Moves::Moves(const nodes::NodePlan& plan, const nodes::LocalZone& zone, std::size_t me, const apps::TiledMatrix& a,
             const apps::TiledMatrix& b, std::size_t first, MPI_Comm communicator)
    : plan_(plan), zone_(zone), me_(me), a_(a), b_(b), first_(first), communicator_(communicator),
      slices_(static_cast<std::size_t>(a.columns().count())) {}

void Moves::for_each_tile(std::size_t k, const Tell& tell) const {
    const std::size_t depth = first_ + slices_.size();
    const std::size_t of_all = first_ + k;
    const std::size_t of_all_a = plan_.zones().rows * depth;
    const auto slice = static_cast<std::int64_t>(k);
    for (std::size_t r = 0; r < zone_.rows.size(); ++r) {
        const std::size_t i = zone_.rows[r];
        tell(a_(static_cast<std::int64_t>(r), slice), plan_.owner_of_a(i, of_all), plan_.users_of_row(i),
             static_cast<starpu_mpi_tag_t>(i * depth + of_all));
    }
    for (std::size_t c = 0; c < zone_.columns.size(); ++c) {
        const std::size_t j = zone_.columns[c];
        tell(b_(slice, static_cast<std::int64_t>(c)), plan_.owner_of_b(of_all, j), plan_.users_of_column(j),
             static_cast<starpu_mpi_tag_t>(of_all_a + j * depth + of_all));
    }
}

void Moves::post(std::size_t k) {
    Slice& slice = slices_[k];
    slice.moves = this;
    for_each_tile(k, [&](starpu_data_handle_t tile, std::size_t owner, std::span<const std::size_t> users,
                         starpu_mpi_tag_t number) {
        if (owner == me_) {
            send(tile, users, number);
            return;
        }
        const std::uint64_t bytes = starpu_data_get_size(tile);
        transfers_.bytes_in += bytes;
        slice.bytes += bytes;
        ++slice.copies;
        check_starpu_mpi(
            starpu_mpi_irecv_detached(tile, static_cast<int>(owner), number, communicator_, nullptr, nullptr));
    });
    const Monitor::Lock lock(monitor_);
    held_bytes_ += slice.bytes;
    peak_bytes_ = std::max(peak_bytes_, held_bytes_);
}

/// From the next process on, so that not all send to the same one first.
void Moves::send(starpu_data_handle_t tile, std::span<const std::size_t> users, starpu_mpi_tag_t number) {
    const auto me = static_cast<std::size_t>(std::lower_bound(users.begin(), users.end(), me_) - users.begin());
    for (std::size_t step = 1; step < users.size(); ++step) {
        const std::size_t to = users[(me + step) % users.size()];
        transfers_.bytes_out += starpu_data_get_size(tile);
        check_starpu_mpi(
            starpu_mpi_isend_detached(tile, static_cast<int>(to), number, communicator_, nullptr, nullptr));
    }
}

void Moves::release(std::size_t k) {
    for_each_tile(k, [&](starpu_data_handle_t tile, std::size_t owner, std::span<const std::size_t>, starpu_mpi_tag_t) {
        if (owner != me_) {
            auto copy = std::make_unique<Copy>(Copy{&slices_[k], tile, starpu_data_get_size(tile)});
            starpu_data_acquire_on_node_cb(tile, STARPU_ACQUIRE_NO_NODE_LOCK_ALL, STARPU_W, released, copy.release());
        }
    });
}

/// Invalid only now: StarPU calls data invalid as soon as it is asked to, and would refuse to fetch it for tasks
/// before.
void Moves::released(void* argument) {
    const std::unique_ptr<Copy> copy(static_cast<Copy*>(argument));
    starpu_data_release_on_node(copy->tile, STARPU_ACQUIRE_NO_NODE_LOCK_ALL);
    starpu_data_invalidate_submit(copy->tile);
    Moves& moves = *copy->slice->moves;
    const Monitor::Lock lock(moves.monitor_);
    moves.held_bytes_ -= copy->bytes;
    if (--copy->slice->copies == 0) {
        moves.monitor_.notify_all();
    }
}

void Moves::wait_for_release(std::size_t k) {
    Monitor::Lock lock(monitor_);
    lock.wait_until([&] { return slices_[k].copies == 0; });
}

void Moves::wait_for_all_releases() {
    for (std::size_t k = 0; k < slices_.size(); ++k) {
        wait_for_release(k);
    }
}

std::uint64_t Moves::peak_bytes() const {
    const Monitor::Lock lock(monitor_);
    return peak_bytes_;
}

} // namespace tangram::cluster
