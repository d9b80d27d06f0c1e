/// Entry points of cuSPARSE that StarPU calls for each worker; nobody computes with it.

#include <cusparse.h>

// NOLINTBEGIN(readability-identifier-naming): cuSPARSE's names
extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
    *handle = nullptr;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t /*handle*/) {
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t /*handle*/, cudaStream_t /*stream*/) {
    return CUSPARSE_STATUS_SUCCESS;
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
