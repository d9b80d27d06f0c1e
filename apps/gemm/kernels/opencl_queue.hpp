#pragma once

/// OpenCL's command queues: what they belong to, and commands that need no kernel; for builds with OpenCL.

#include <cstddef>
#include <string>

#include <CL/cl.h>

namespace tangram::apps {

/// These throw RunFailure with OpenCL's status.
cl_context context_of(cl_command_queue queue);
cl_device_id device_of(cl_command_queue queue);
std::string name_of(cl_device_id device);

/// Whether a device is a CPU (PoCL).
bool is_cpu(cl_device_id device);

/// Enqueues the filling of a part of a buffer with copies of an element. All in bytes.
void fill(cl_command_queue queue, cl_mem buffer, const void* element, std::size_t element_bytes, std::size_t offset,
          std::size_t bytes);

/// Waits for all that was enqueued.
void finish(cl_command_queue queue);

} // namespace tangram::apps
