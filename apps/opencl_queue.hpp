#pragma once

/// What a command queue of OpenCL belongs to; for builds with OpenCL.

#include <string>

#include <CL/cl.h>

namespace tangram::apps {

/// These throw RunFailure with OpenCL's status.
cl_context context_of(cl_command_queue queue);
cl_device_id device_of(cl_command_queue queue);
std::string name_of(cl_device_id device);

/// Whether a device is a CPU (PoCL).
bool is_cpu(cl_device_id device);

/// Waits for all that was enqueued.
void finish(cl_command_queue queue);

} // namespace tangram::apps
