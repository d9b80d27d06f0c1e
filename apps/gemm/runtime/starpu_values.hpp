#pragma once

/// Which values StarPU can use for the variables that it reads: a function for each kind of value. All take the value
/// as the environment has it. check_starpu_environment says which variable has which kind.

#include <optional>
#include <string>
#include <string_view>

namespace tangram::apps {

/// What is expected instead of a value; nothing if the value is fine.
using Expectation = std::optional<std::string>;

/// A whole number, 0 or more. No empty value, as StarPU takes that for 0, which is seldom what it does where the
/// variable is not given.
Expectation expected_count(std::string_view value);

/// A number.
Expectation expected_decimal(std::string_view value);

/// STARPU_WATCHDOG_TIMEOUT: StarPU takes what is no number for 0, and ends the program in no time.
Expectation expected_microseconds(std::string_view value);

/// STARPU_CALIBRATE: 2 forgets what was measured.
Expectation expected_calibration(std::string_view value);

/// HWLOC_XMLFILE, STARPU_HWLOC_INPUT: a topology that hwloc can read, or nothing.
Expectation expected_topology(std::string_view value);

/// HWLOC_SYNTHETIC: what is no description hwloc ignores, without saying so.
Expectation expected_synthetic_topology(std::string_view value);

/// HWLOC_COMPONENTS: those that find the machine's memory.
Expectation expected_components(std::string_view value);

/// HWLOC_FSROOT: a root of files in which there is a machine.
Expectation expected_system_root(std::string_view value);

/// STARPU_SIMGRID: what this StarPU is.
Expectation expected_flavour(std::string_view value);

/// STARPU_MAIN_THREAD_CPUID: a hardware thread among those that cores_of_starpu() counts. Throws as that.
Expectation expected_hardware_thread(std::string_view value);

/// STARPU_MAIN_THREAD_COREID: a core likewise.
Expectation expected_core(std::string_view value);

/// STARPU_NTHREADS_PER_CORE: no more than a core has. StarPU compares them with a core's only where no list says which
/// cores there are, and with those of the topology that it reads. Throws as cores_of_starpu().
Expectation expected_threads_per_core(std::string_view value);

/// STARPU_NWORKER_PER_CUDA: no more than StarPU has room for. It writes the workers of all devices into an array before
/// it looks whether they have room there. Throws as cores_of_starpu().
Expectation expected_workers_per_cuda_device(std::string_view value);

/// STARPU_CUDA_THREAD_PER_WORKER: it cannot be 1 together with STARPU_CUDA_THREAD_PER_DEV.
Expectation expected_threads_of_cuda_workers(std::string_view value);

/// STARPU_CUDA_THREAD_PER_DEV: simulated devices cannot share a thread.
Expectation expected_threads_of_cuda_devices(std::string_view value);

/// What simulations cannot do: StarPU would abort, or never end.
Expectation expected_zero_in_simulation(std::string_view value);

/// A list as parsed_device_ids reads it.
Expectation expected_device_ids(std::string_view value);

/// STARPU_WORKERS_CPUID: a list that parsed_core_ids() reads, of hardware threads that cores_of_starpu() counts, no
/// longer than StarPU has room for. Throws as cores_of_starpu().
Expectation expected_hardware_threads(std::string_view value);

/// STARPU_WORKERS_COREID: of cores likewise.
Expectation expected_cores(std::string_view value);

/// STARPU_DISK_SWAP: a folder, which is made.
Expectation expected_writable_folder(std::string_view value);

/// A name that StarPU can make files' names of.
Expectation expected_host_name(std::string_view value);

} // namespace tangram::apps
