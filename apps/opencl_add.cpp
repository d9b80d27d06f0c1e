#include "apps/opencl_add.hpp"

#ifdef TANGRAM_HAS_OPENCL
#include "apps/clblast_call.hpp"
#else
#include "partition/error.hpp"
#endif

namespace tangram::apps {

#ifdef TANGRAM_HAS_OPENCL

namespace {

/// So many elements in one piece of memory, `skip` elements behind the tiles' starts.
struct Piece {
    std::size_t elements;
    std::size_t a_skip;
    std::size_t c_skip;
};

CLBlastStatusCode enqueue(const OpenclTileSum<float>& s, const Piece& piece, _cl_command_queue* queue) {
    return CLBlastSaxpy(piece.elements, 1, s.a, s.a_offset + piece.a_skip, 1, s.c, s.c_offset + piece.c_skip, 1, &queue,
                        nullptr);
}

CLBlastStatusCode enqueue(const OpenclTileSum<double>& s, const Piece& piece, _cl_command_queue* queue) {
    return CLBlastDaxpy(piece.elements, 1, s.a, s.a_offset + piece.a_skip, 1, s.c, s.c_offset + piece.c_skip, 1, &queue,
                        nullptr);
}

} // namespace

template <class T> void opencl_add(const OpenclTileSum<T>& sum, _cl_command_queue* queue) {
    const auto add = [&](const Piece& piece) { call_clblast("AXPY", [&] { return enqueue(sum, piece, queue); }); };
    if (sum.lda == sum.m && sum.ldc == sum.m) {
        add({sum.m * sum.n, 0, 0});
        return;
    }
    for (std::size_t j = 0; j < sum.n; ++j) {
        add({sum.m, j * sum.lda, j * sum.ldc});
    }
}

#else // without OpenCL no worker asks for it

template <class T> void opencl_add(const OpenclTileSum<T>&, _cl_command_queue*) {
    throw Unavailable("this build has no OpenCL kernels");
}

#endif

template void opencl_add<float>(const OpenclTileSum<float>&, _cl_command_queue*);
template void opencl_add<double>(const OpenclTileSum<double>&, _cl_command_queue*);

} // namespace tangram::apps
