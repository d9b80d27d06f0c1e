#pragma once

/// Calls that run kernels on OpenCL devices that are CPUs (PoCL), from the threads of several workers.

#include "apps/gemm/kernels/clblast_shape.hpp"

#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <tuple>
#include <utility>

#include <CL/cl.h>

namespace tangram::apps {

/// PoCL 3.1 (lib/CL/devices/common.c) has one list of loaded kernels for all its devices. A command takes its
/// kernel's first entry for a grid that is wide enough and moves it to the front, or puts a new one there. But a
/// command that ends releases its kernel's first entry for a grid of any width (pocl_release_dlhandle_cache): if
/// another came before it meanwhile, the program ends ("Assertion `found->ref_count > 0' failed").
///
/// So a call that may bring other entries to the front is made alone: the first one for a shape on devices of a
/// name. After that its kernels' first entries are wide enough for all shapes known so far, and calls for these
/// run together. All shapes are new again
/// - when a program is built, which puts narrow entries in front;
/// - when there are more than `most_shapes`: of 128 entries the one used longest ago makes room for a
///   new one, and a call uses up to five (CLBlast's GEMM: copies of A, B and C, the product, C back).
class OpenclCpuCalls {
  public:
    static constexpr std::size_t most_shapes = 20;

    /// Runs `call`, which is to return when its kernels have ended. If it throws, its shape stays new.
    void run(const ClblastShape& shape, cl_command_queue queue, const std::function<void()>& call);

  private:
    /// What CLBlast keeps programs by. They keep their contexts, so that no other one gets the address.
    using Program = std::tuple<std::string, std::size_t, cl_context, cl_device_id>;
    /// With the device's name, by which CLBlast chooses parameters.
    using Shape = std::pair<std::string, ClblastShape>;

    std::mutex door_; ///< guards the sets; held while waiting to be alone, so that others do not overtake
    std::set<Program> programs_;
    std::set<Shape> shapes_;
    std::shared_mutex running_;
};

} // namespace tangram::apps
