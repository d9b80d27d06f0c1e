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

template <class T> CLBlastStatusCode enqueue_pieces(const OpenclTileSum<T>& s, _cl_command_queue* queue) {
    if (s.lda == s.m && s.ldc == s.m) {
        return enqueue(s, {s.m * s.n, 0, 0}, queue);
    }
    CLBlastStatusCode status = CLBlastSuccess;
    for (std::size_t j = 0; j < s.n && status == CLBlastSuccess; ++j) {
        status = enqueue(s, {s.m, j * s.lda, j * s.ldc}, queue);
    }
    return status;
}

template <class T> ClblastShape shape_of(const OpenclTileSum<T>& s) {
    return {"AXPY", sizeof(T), {s.m, s.n, s.lda, s.ldc, s.a_offset > 0, s.c_offset > 0}};
}

} // namespace

template <class T> void opencl_add(const OpenclTileSum<T>& sum, _cl_command_queue* queue) {
    call_clblast(shape_of(sum), queue, [&] { return enqueue_pieces(sum, queue); });
}

#else // without OpenCL no worker asks for it

template <class T> void opencl_add(const OpenclTileSum<T>&, _cl_command_queue*) {
    throw Unavailable("this build has no OpenCL kernels");
}

#endif

template void opencl_add<float>(const OpenclTileSum<float>&, _cl_command_queue*);
template void opencl_add<double>(const OpenclTileSum<double>&, _cl_command_queue*);

} // namespace tangram::apps
