#include "apps/gemm/kernels/opencl_gemm.hpp"

#include "apps/gemm/kernels/clblast_call.hpp"

namespace tangram::apps {

namespace {

CLBlastTranspose to_clblast(Transpose transpose) {
    return transpose == Transpose::no ? CLBlastTransposeNo : CLBlastTransposeYes;
}

CLBlastStatusCode enqueue(const GemmCall<float, OpenclMemory>& p, _cl_command_queue* queue) {
    return CLBlastSgemm(CLBlastLayoutColMajor, to_clblast(p.transa), to_clblast(p.transb), p.m(), p.n(), p.k(), p.alpha,
                        p.a.data.buffer, p.a.data.offset, p.a.ld, p.b.data.buffer, p.b.data.offset, p.b.ld, p.beta,
                        p.c.data.buffer, p.c.data.offset, p.c.ld, &queue, nullptr);
}

CLBlastStatusCode enqueue(const GemmCall<double, OpenclMemory>& p, _cl_command_queue* queue) {
    return CLBlastDgemm(CLBlastLayoutColMajor, to_clblast(p.transa), to_clblast(p.transb), p.m(), p.n(), p.k(), p.alpha,
                        p.a.data.buffer, p.a.data.offset, p.a.ld, p.b.data.buffer, p.b.data.offset, p.b.ld, p.beta,
                        p.c.data.buffer, p.c.data.offset, p.c.ld, &queue, nullptr);
}

/// CLBlast asks whether matrices are transposed, have offsets, and are read (beta).
template <class T> ClblastShape shape_of(const GemmCall<T, OpenclMemory>& p) {
    const auto size = [](int number) { return static_cast<std::size_t>(number); };
    return {"GEMM",
            sizeof(T),
            {size(p.m()), size(p.n()), size(p.k()), size(p.a.ld), size(p.b.ld), size(p.c.ld),
             p.transa == Transpose::yes, p.transb == Transpose::yes, p.a.data.offset > 0, p.b.data.offset > 0,
             p.c.data.offset > 0, p.beta != T{0}}};
}

} // namespace

template <class T> void opencl_gemm(const GemmCall<T, OpenclMemory>& call, _cl_command_queue* queue) {
    call_clblast(shape_of(call), queue, [&] { return enqueue(call, queue); });
}

template void opencl_gemm<float>(const GemmCall<float, OpenclMemory>&, _cl_command_queue*);
template void opencl_gemm<double>(const GemmCall<double, OpenclMemory>&, _cl_command_queue*);

} // namespace tangram::apps
