/// What StarPU's models know the GEMM task by.

#include "apps/gemm/kernels/codelets.hpp"

#include "apps/gemm/runtime/runtime.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include <starpu.h>

namespace tangram::apps {
namespace {

struct Form {
    std::uint32_t m = 0;
    std::uint32_t n = 0;
    std::uint32_t k = 0;
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
};

starpu_data_handle_t new_tile(std::uint32_t rows, std::uint32_t columns, Transpose transpose) {
    constexpr int no_home = -1;
    const auto [nx, ny] = transpose == Transpose::no ? std::pair{rows, columns} : std::pair{columns, rows};
    starpu_data_handle_t handle = nullptr;
    starpu_matrix_data_register(&handle, no_home, 0, nx, nx, ny, sizeof(double));
    return handle;
}

/// footprint_of(task) for a task of the form on tiles without memory.
template <class FootprintOf> std::uint32_t footprint(const Form& form, const FootprintOf& footprint_of) {
    GemmTaskArguments arguments;
    arguments.transa = form.transa;
    arguments.transb = form.transb;
    const starpu_data_handle_t a = new_tile(form.m, form.k, form.transa);
    const starpu_data_handle_t b = new_tile(form.k, form.n, form.transb);
    const starpu_data_handle_t c = new_tile(form.m, form.n, Transpose::no);
    starpu_task* task = make_gemm_task(GemmCodelets::of(Precision::double_precision, 1).full, a, b, c, arguments);
    const std::uint32_t result = footprint_of(task);
    task->destroy = 0; // it was never submitted
    starpu_task_destroy(task);
    for (const starpu_data_handle_t handle : {a, b, c}) {
        starpu_data_unregister(handle);
    }
    return result;
}

/// As StarPU looks the task up in the history model.
std::uint32_t footprint_in_model(const Form& form) {
    return footprint(form, [](starpu_task* task) {
        return starpu_task_footprint(task->cl->model, task, starpu_worker_get_perf_archtype(0, 0), 0);
    });
}

/// So that models that were measured by other versions serve, and those that are written for synthetic machines.
TEST(GemmFootprint, IsStarpusOwnWhereNothingIsTransposed) {
    const Runtime runtime;
    for (const Form& form : {Form{70, 70, 70}, Form{70, 130, 50}, Form{1, 2, 3}}) {
        EXPECT_EQ(footprint_in_model(form), footprint(form, starpu_task_data_footprint));
    }
}

TEST(GemmFootprint, IsThatOfTheShapeWhateverIsTransposed) {
    const Runtime runtime;
    const std::uint32_t plain = footprint_in_model({70, 130, 50});
    for (const Transpose transa : {Transpose::no, Transpose::yes}) {
        for (const Transpose transb : {Transpose::no, Transpose::yes}) {
            EXPECT_EQ(footprint_in_model({70, 130, 50, transa, transb}), plain);
        }
    }
    EXPECT_NE(footprint_in_model({50, 130, 70}), plain);
    EXPECT_NE(footprint_in_model({70, 50, 130}), plain);
    EXPECT_NE(footprint_in_model({130, 70, 50}), plain);
}

} // namespace
} // namespace tangram::apps
