#include "apps/gemm/product/shared_c.hpp"

#include "apps/gemm/kernels/copy_codelets.hpp"

#include <type_traits>

namespace tangram::apps {

SharedC::~SharedC() {
    if (!additions_.empty()) {
        starpu_task_wait_for_all();
    }
}

void SharedC::share(starpu_data_handle_t tile, std::uint32_t i, std::uint32_t j) {
    CopyCodelets& codelets = CopyCodelets::of(precision_);
    Additions& additions = additions_.emplace_back(Additions{codelets.add, &executions_, i, j});
    additions.codelet.callback_func = added;
    starpu_data_set_reduction_methods(tile, &additions.codelet, &codelets.begin);
}

/// A codelet's callback is that of tasks without one.
void SharedC::added(void* /*argument*/) {
    static_assert(std::is_standard_layout_v<Additions>);
    const auto& of = *reinterpret_cast<const Additions*>(starpu_task_get_current()->cl);
    of.executions->record({of.i, of.j, 0, nullptr, 0, sched::Work::add});
}

} // namespace tangram::apps
