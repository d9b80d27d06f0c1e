#pragma once

/// CUDA without a GPU: libcudart, libcublas (with cuBLASXt) and the few calls of libcusparse that
/// StarPU makes, as libraries of the same names and versions. A program that is linked with
/// NVIDIA's runs on these where the loader finds them first, with StarPU's own driver for CUDA and
/// Tangram's kernels.
///
///   settings         what the devices are, from the environment
///   device_memory    addresses that the host cannot read, and what is allocated of them
///   stream, event    work in order, by a thread of each stream; nothing waits that should not
///   device           one of them: its memory, its default stream, what failed on it
///   page_locks       host memory that copies need not wait for
///   calls            what all entry points have in common: errors, and failures on purpose
///   cudart_*, cublas, cublas_xt, cusparse   the entry points
///
/// They are stricter than a GPU where a program could go wrong unseen: a host that touches device
/// memory crashes, and a kernel or copy outside of what is allocated fails.

#include <cstddef>
#include <string>

namespace emulated_cuda {

struct Settings {
    int devices = 1;                           ///< EMULATED_CUDA_DEVICES
    std::size_t memory = std::size_t{1} << 30; ///< of each, bytes; EMULATED_CUDA_MEMORY in MiB
    std::size_t taken_by_others = 0;           ///< of it; EMULATED_CUDA_OTHERS in MiB
    long others_come_late = 0;                 ///< after so many allocations on it; EMULATED_CUDA_OTHERS_LATE
    long others_leave = 0;                     ///< after so many questions for room; EMULATED_CUDA_OTHERS_LEAVE
    long delay = 0;                            ///< of work in streams, at most, microseconds; EMULATED_CUDA_DELAY
    /// Where kernels' flop/s are given, work takes its time but is not done; links' bytes/s are of
    /// each way, to the host and between devices. EMULATED_CUDA_GFLOPS; EMULATED_CUDA_LINK and
    /// EMULATED_CUDA_PEER in GB/s.
    double flops = 0;
    double link = 50e9;
    double peer = 50e9;
    double slowdown = 1; ///< of each second kernel, where work takes its time; EMULATED_CUDA_SLOWDOWN
    /// Calls that fail: "cudaMalloc:3" the third one, "cudaMalloc:3+" all from it on, "kernel:3"
    /// the third kernel while it runs. EMULATED_CUDA_FAIL.
    std::string failing;
    long first_failing = 0;
    bool goes_on_failing = false;

    [[nodiscard]] bool timed() const { return flops > 0; }
};

/// Read once. A value that is no number ends the program with a line.
const Settings& settings();

} // namespace emulated_cuda
