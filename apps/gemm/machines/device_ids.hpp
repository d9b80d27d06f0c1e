#pragma once

/// Which workers and devices StarPU is told to take: STARPU_NCPU, STARPU_NCUDA and STARPU_WORKERS_CUDAID,
/// STARPU_NOPENCL and STARPU_WORKERS_OPENCLID. What is no number or no list counts as not given here:
/// check_starpu_environment refuses it.

#include <optional>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// The numbers of a list as StarPU reads it, with blanks in between: "0 2". A comma may end it. Nothing if the text is
/// no such list, or has no number. StarPU would end at the first word that is no number, as in "0,2", without saying
/// so.
std::optional<std::vector<int>> parsed_device_ids(std::string_view text);

/// How many workers the variable asks for, none if it is empty; nothing if it is not given.
std::optional<int> workers_asked_for(const char* variable);

/// Which variable says how many CPU workers StarPU starts: STARPU_NCPU, or the older STARPU_NCPUS if only that is
/// given.
const char* cpu_workers_variable();

/// CUDA's numbers of the devices that StarPU will start, of `count`: the first STARPU_NCUDA (all, if not given) of
/// STARPU_WORKERS_CUDAID, or else of all.
std::vector<int> cuda_devices_to_start(int count);

/// The same for OpenCL. StarPU takes a number in the list once, and not at all if a CUDA device that it starts (`cuda`)
/// has it, too.
std::vector<int> opencl_devices_to_start(int count, const std::vector<int>& cuda);

/// The first of the devices that is not among `count` ones, for which StarPU would end the program.
std::optional<int> missing_device(const std::vector<int>& devices, int count);

/// Throws InvalidInput if StarPU would start one of `count` CUDA devices twice, for which it would wait for ever: it
/// repeats the list where STARPU_NCUDA asks for more devices.
void check_cuda_list(int count);

} // namespace tangram::apps
