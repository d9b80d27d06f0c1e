#include "cuda/cublas.hpp"

#include "base/error.hpp"

#include <string>

#include <dlfcn.h>

namespace tangram::cuda {

namespace {

[[noreturn]] void fail() {
    const char* reason = dlerror();
    throw Unavailable(std::string("cuBLAS does not load: ") +
                      (reason == nullptr ? "a function of it has no address" : reason) +
                      " (STARPU_NCUDA=0 does without GPUs)");
}

template <class Function> void find(Function*& function, void* library, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    if (function == nullptr) {
        fail();
    }
}

Cublas load() {
    // Of the version whose headers were included.
    const std::string file = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
    void* library = dlopen(file.c_str(), RTLD_NOW);
    if (library == nullptr) {
        fail();
    }
    Cublas loaded{};
    find(loaded.create, library, "cublasCreate_v2");
    find(loaded.destroy, library, "cublasDestroy_v2");
    find(loaded.set_stream, library, "cublasSetStream_v2");
    find(loaded.sgemm, library, "cublasSgemm_v2");
    find(loaded.dgemm, library, "cublasDgemm_v2");
    find(loaded.sgeam, library, "cublasSgeam");
    find(loaded.dgeam, library, "cublasDgeam");
    find(loaded.status_string, library, "cublasGetStatusString");
    return loaded;
}

} // namespace

const Cublas& cublas() {
    static const Cublas loaded = load();
    return loaded;
}

} // namespace tangram::cuda
