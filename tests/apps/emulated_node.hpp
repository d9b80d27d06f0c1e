#pragma once

/// A node with CPUs and accelerators on any machine: tests that use it run with
/// three PoCL OpenCL devices (tests/apps/CMakeLists.txt sets the environment).

#include "apps/gemm/runtime/runtime.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace tangram::apps {

/// For tests of single kernels, and where the strategy does not matter.
inline constexpr char static_policy[] = "nrrp-rounded-static";

/// Starts StarPU once for all tests of a suite, under the policy named `sched`.
template <const char* sched> class EmulatedNode : public testing::Test {
  protected:
    static void SetUpTestSuite() { runtime_ = std::make_unique<Runtime>(RuntimeOptions{sched, std::nullopt}); }
    static void TearDownTestSuite() { runtime_.reset(); }

    static Runtime& runtime() { return *runtime_; }
    static std::size_t accelerators() {
        std::size_t count = 0;
        for (const MemoryNode& node : runtime().nodes()) {
            count += node.is_home ? 0 : 1;
        }
        return count;
    }

  private:
    // NOLINTNEXTLINE(readability-identifier-naming): the member of a suite
    static inline std::unique_ptr<Runtime> runtime_;
};

} // namespace tangram::apps
