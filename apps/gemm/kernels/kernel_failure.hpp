#pragma once

/// The first failure of a kernel: kernels run on StarPU's threads, where an
/// exception has nowhere to go.

#include <exception>
#include <mutex>
#include <optional>
#include <string>

namespace tangram::apps {

class KernelFailure {
  public:
    /// Runs a kernel and keeps what it throws for the thread that waits.
    template <class Kernel> void guard(Kernel kernel) {
        try {
            kernel();
        } catch (const std::exception& error) {
            record(error.what());
        }
    }

    /// Throws RunFailure if a kernel failed.
    void rethrow() const;

  private:
    void record(const std::string& message);

    mutable std::mutex mutex_;
    std::optional<std::string> message_;
};

} // namespace tangram::apps
