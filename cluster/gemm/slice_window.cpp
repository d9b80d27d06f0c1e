#include "cluster/gemm/slice_window.hpp"

#include "cluster/gemm/moves.hpp"
#include "cluster/mpi/channel.hpp"

#include <chrono>
#include <thread>

namespace tangram::cluster {

SliceWindow::SliceWindow(MPI_Comm communicator, std::size_t slices, Moves& moves) : slices_(slices), moves_(moves) {
    mpi::check(MPI_Comm_dup(communicator, &communicator_));
}

SliceWindow::~SliceWindow() {
    MPI_Comm_free(&communicator_);
}

/// Asleep between looks: the cores are the workers'.
void SliceWindow::enter(std::size_t k) {
    if (k < slices_) {
        return;
    }
    moves_.wait_for_release(k - slices_);
    MPI_Request all_released = MPI_REQUEST_NULL;
    mpi::check(MPI_Ibarrier(communicator_, &all_released));
    int done = 0;
    while (true) {
        mpi::check(MPI_Test(&all_released, &done, MPI_STATUS_IGNORE));
        if (done != 0) {
            return;
        }
        constexpr std::chrono::microseconds pause(50);
        std::this_thread::sleep_for(pause);
    }
}

} // namespace tangram::cluster
