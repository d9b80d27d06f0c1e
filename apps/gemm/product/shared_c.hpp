#pragma once

/// Tiles of C in which all workers accumulate at once: each in a copy of its own, by StarPU's
/// reductions (STARPU_REDUX), which are made when a worker first needs one and added when the
/// tile's last product is done. For strategies that decide where a product is executed only
/// when it starts; plans make their own auxiliary tiles (Submission).

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/product/executions.hpp"

#include <cstdint>
#include <deque>

#include <starpu.h>

namespace tangram::apps {

/// Must outlive the tiles, as StarPU may add copies until they are unregistered; and waits for
/// the tasks that it adds them by, whose callbacks come after that.
class SharedC {
  public:
    /// executions is told about each addition.
    SharedC(Precision precision, Executions& executions) : precision_(precision), executions_(executions) {}
    SharedC(const SharedC&) = delete;
    SharedC& operator=(const SharedC&) = delete;
    ~SharedC();

    /// Tells StarPU how to begin and how to add copies of C(i,j). Its tasks must access it with
    /// STARPU_REDUX from then on. What it holds already counts as one of the copies.
    void share(starpu_data_handle_t tile, std::uint32_t i, std::uint32_t j);

  private:
    /// The codelet of a tile's additions: StarPU submits them, and nothing else of them is ours.
    struct Additions {
        starpu_codelet codelet; ///< first, so that its address is that of all
        Executions* executions;
        std::uint32_t i;
        std::uint32_t j;
    };

    static void added(void* argument); ///< StarPU's null

    Precision precision_;
    Executions& executions_;
    std::deque<Additions> additions_; ///< grows without moving what tasks point to
};

} // namespace tangram::apps
