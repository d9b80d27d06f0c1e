#pragma once

/// The task that ends a reduction as StarPU sees it: C(i,j) += C_aux(i,j) (Eyraud-Dubois and Lambert 2018,
/// section 4.3.2). A task's buffers are the tiles C_aux(i,j), C(i,j).

#include "apps/gemm/kernels/kernel_failure.hpp"
#include "apps/gemm/matrix/matrix.hpp"

#include <string>

#include <starpu.h>

namespace tangram::apps {

/// What the additions of one product share; must outlive them.
struct AddArguments {
    bool commutes = false; ///< may change places with others that add to the same tile
    int cores_per_cpu_worker = 1;
    KernelFailure* failure = nullptr;
};

/// The codelet of one precision. Its time is not measured but estimated from the bytes
/// that it touches: an addition takes a hundredth of a product's time, and simulated
/// machines have no measured model of it.
class AddCodelet {
  public:
    static AddCodelet& of(Precision precision);

    AddCodelet(const AddCodelet&) = delete;
    AddCodelet& operator=(const AddCodelet&) = delete;
    ~AddCodelet() = default;

    starpu_codelet codelet{};

  private:
    explicit AddCodelet(Precision precision);

    std::string name_;
    starpu_perfmodel model_{};
};

/// Makes the task C += C_aux, not yet submitted.
starpu_task* make_add_task(starpu_codelet& codelet, starpu_data_handle_t auxiliary, starpu_data_handle_t c,
                           AddArguments& arguments);

} // namespace tangram::apps
