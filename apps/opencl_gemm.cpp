#include "apps/opencl_gemm.hpp"

#include "partition/error.hpp"

#include <starpu.h>

#ifdef TANGRAM_HAS_OPENCL
#include "apps/clblast_call.hpp"
#include "apps/opencl_queue.hpp"

#include <starpu_opencl.h>
#endif

namespace tangram::apps {

#ifdef TANGRAM_HAS_OPENCL

namespace {

CLBlastTranspose to_clblast(Transpose transpose) {
    return transpose == Transpose::no ? CLBlastTransposeNo : CLBlastTransposeYes;
}

CLBlastStatusCode enqueue(const OpenclTileProduct<float>& p, _cl_command_queue* queue) {
    return CLBlastSgemm(CLBlastLayoutColMajor, to_clblast(p.transa), to_clblast(p.transb), p.m, p.n, p.k, p.alpha, p.a,
                        p.a_offset, p.lda, p.b, p.b_offset, p.ldb, p.beta, p.c, p.c_offset, p.ldc, &queue, nullptr);
}

CLBlastStatusCode enqueue(const OpenclTileProduct<double>& p, _cl_command_queue* queue) {
    return CLBlastDgemm(CLBlastLayoutColMajor, to_clblast(p.transa), to_clblast(p.transb), p.m, p.n, p.k, p.alpha, p.a,
                        p.a_offset, p.lda, p.b, p.b_offset, p.ldb, p.beta, p.c, p.c_offset, p.ldc, &queue, nullptr);
}

/// CLBlast asks whether matrices are transposed, have offsets, and are read (beta).
template <class T> ClblastShape shape_of(const OpenclTileProduct<T>& p) {
    return {"GEMM",
            sizeof(T),
            {p.m, p.n, p.k, p.lda, p.ldb, p.ldc, p.transa == Transpose::yes, p.transb == Transpose::yes, p.a_offset > 0,
             p.b_offset > 0, p.c_offset > 0, p.beta != T{0}}};
}

} // namespace

template <class T> void opencl_gemm(const OpenclTileProduct<T>& product, _cl_command_queue* queue) {
    call_clblast(shape_of(product), queue, [&] { return enqueue(product, queue); });
}

bool is_emulated_opencl_device(int device) {
    cl_device_id id = nullptr;
    starpu_opencl_get_device(device, &id);
    return is_cpu(id);
}

#else // without OpenCL no worker asks for any of this

template <class T> void opencl_gemm(const OpenclTileProduct<T>&, _cl_command_queue*) {
    throw Unavailable("this build has no OpenCL kernels");
}

bool is_emulated_opencl_device(int) {
    return false;
}

#endif

template void opencl_gemm<float>(const OpenclTileProduct<float>&, _cl_command_queue*);
template void opencl_gemm<double>(const OpenclTileProduct<double>&, _cl_command_queue*);

} // namespace tangram::apps
