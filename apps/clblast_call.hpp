#pragma once

/// Calls of CLBlast from the threads of several workers; for builds with OpenCL.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <clblast_c.h>

namespace tangram::apps {

/// What a routine's kernels, and their grids, depend on.
struct ClblastShape {
    std::string routine;
    std::size_t element_bytes;
    std::vector<std::size_t> sizes; ///< dimensions, offsets, transpositions

    auto operator<=>(const ClblastShape&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0
};

/// Enqueues a routine's kernels, by a function that returns CLBlast's status; on a CPU's
/// device it also waits for their end. Throws RunFailure with the status, naming the
/// routine. Safe from several threads.
///
/// The first call for a shape is made alone, while there are no others, and shapes are
/// new again when a program is compiled for one more context:
/// - CLBlast 1.5 fills its table of tuning parameters in the first call of all, without
///   a lock (its issue 486: status -2039 or a crash).
/// - PoCL 3.1 has one list for the loaded kernels of all CPU devices, with an entry for
///   each grid wider than those before, and one for each compilation. It uses a kernel's
///   first entry that is wide enough, and moves it to the front, but releases the first
///   of any width (lib/CL/devices/common.c, pocl_release_dlhandle_cache). Where the list
///   changes its order while a kernel runs, that ends the program: "Assertion
///   `found->ref_count > 0' failed". Alone, new entries come to the front and the widest
///   before the others, and calls of known shapes change the order no more.
void call_clblast(const ClblastShape& shape, cl_command_queue queue, const std::function<CLBlastStatusCode()>& enqueue);

/// Whether a queue's device is a CPU (PoCL).
bool is_on_cpu(cl_command_queue queue);

} // namespace tangram::apps
