#include "cluster/gemm/slice_window.hpp"

#include "cluster/gemm/moves.hpp"

namespace tangram::cluster {

void SliceWindow::enter(std::size_t k) {
    if (k >= slices_) {
        moves_.wait_for_release(k - slices_);
        team_.wait_for_all();
    }
}

} // namespace tangram::cluster
