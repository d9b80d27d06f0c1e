#include "apps/gemm/kernels/opencl_add.hpp"

#include "apps/gemm/kernels/clblast_call.hpp"

namespace tangram::apps {

namespace {

/// `count` elements that lie one behind the other.
CLBlastStatusCode enqueue(std::size_t count, const OpenclMemory::Location<const float>& a,
                          const OpenclMemory::Location<float>& c, _cl_command_queue* queue) {
    return CLBlastSaxpy(count, 1, a.buffer, a.offset, 1, c.buffer, c.offset, 1, &queue, nullptr);
}

CLBlastStatusCode enqueue(std::size_t count, const OpenclMemory::Location<const double>& a,
                          const OpenclMemory::Location<double>& c, _cl_command_queue* queue) {
    return CLBlastDaxpy(count, 1, a.buffer, a.offset, 1, c.buffer, c.offset, 1, &queue, nullptr);
}

template <class T>
CLBlastStatusCode enqueue(const OpenclTile<const T>& a, const OpenclTile<T>& c, _cl_command_queue* queue) {
    if (is_contiguous(a) && is_contiguous(c)) {
        return enqueue(elements(c), a.data, c.data, queue);
    }
    CLBlastStatusCode status = CLBlastSuccess;
    for (int j = 0; j < c.columns && status == CLBlastSuccess; ++j) {
        status = enqueue(static_cast<std::size_t>(c.rows), column(a, j), column(c, j), queue);
    }
    return status;
}

template <class T> ClblastShape shape_of(const OpenclTile<const T>& a, const OpenclTile<T>& c) {
    const auto size = [](int number) { return static_cast<std::size_t>(number); };
    return {"AXPY",
            sizeof(T),
            {size(c.rows), size(c.columns), size(a.ld), size(c.ld), a.data.offset > 0, c.data.offset > 0}};
}

} // namespace

template <class T> void opencl_add(const OpenclTile<const T>& a, const OpenclTile<T>& c, _cl_command_queue* queue) {
    call_clblast(shape_of(a, c), queue, [&] { return enqueue(a, c, queue); });
}

template void opencl_add<float>(const OpenclTile<const float>&, const OpenclTile<float>&, _cl_command_queue*);
template void opencl_add<double>(const OpenclTile<const double>&, const OpenclTile<double>&, _cl_command_queue*);

} // namespace tangram::apps
