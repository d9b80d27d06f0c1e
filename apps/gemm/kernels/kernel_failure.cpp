#include "apps/gemm/kernels/kernel_failure.hpp"

#include "base/error.hpp"

namespace tangram::apps {

void KernelFailure::record(const std::string& message) {
    const std::lock_guard lock(mutex_);
    if (!message_) {
        message_ = message;
    }
}

void KernelFailure::rethrow() const {
    const std::lock_guard lock(mutex_);
    if (message_) {
        throw RunFailure(*message_);
    }
}

} // namespace tangram::apps
