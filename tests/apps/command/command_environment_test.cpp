/// Variables that StarPU reads before it starts, and would end the program for.

#include "tests/apps/command/bad_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hwloc.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace tangram::apps {
namespace {

using test::bad_input;
using test::BadCommand;
using test::name_of;
using test::Outcome;
using test::TemporaryFolder;
using test::unavailable;
using testing::HasSubstr;

const std::vector<std::string> product{"gemm", "--size", "8"};

/// A real one; the OpenCL devices that tests may use are CPUs.
BadCommand with(const char* name, std::vector<std::string> environment, std::vector<std::string> telling,
                int exit_code = bad_input) {
    return {name, product, exit_code, std::move(telling), std::move(environment)};
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int time = 0; time < times; ++time) {
        all += text;
    }
    return all;
}

std::vector<BadCommand> bad_values() {
    const std::string ids = "numbers of devices";
    const std::string threads = "numbers of hardware threads";
    const std::string cores = "numbers of cores";
    const std::string digits(120'000, '7');
    return {
        with("NoThreadOfACore", {"STARPU_NTHREADS_PER_CORE=0"}, {"STARPU_NTHREADS_PER_CORE is '0'", "from 1 to "}),
        with("NothingForThreads", {"STARPU_NTHREADS_PER_CORE="}, {"STARPU_NTHREADS_PER_CORE is ''", "from 1 to "}),
        with("MoreThreadsThanACoreHas", {"STARPU_NTHREADS_PER_CORE=100"}, {"is '100'", "from 1 to "}),
        with("NoWorkerOfACudaDevice", {"STARPU_NWORKER_PER_CUDA=0"}, {"STARPU_NWORKER_PER_CUDA is '0'", "from 1 to"}),
        with("MoreCudaWorkersThanStarpuHas", {"STARPU_NWORKER_PER_CUDA=1000"}, {"is '1000'", "from 1 to "}),
        with("CudaDeviceNoNumber", {"STARPU_WORKERS_CUDAID=abc"}, {"STARPU_WORKERS_CUDAID is 'abc'", ids}),
        with("NoCudaDevice", {"STARPU_WORKERS_CUDAID="}, {"STARPU_WORKERS_CUDAID is ''", ids}),
        with("NegativeCudaDevice", {"STARPU_WORKERS_CUDAID=0 -1"}, {"STARPU_WORKERS_CUDAID is '0 -1'", ids}),
        with("CudaDevicesWithComma", {"STARPU_WORKERS_CUDAID=0,1"}, {"STARPU_WORKERS_CUDAID is '0,1'", "'0 2'"}),
        with("OpenclDeviceNoNumber", {"STARPU_WORKERS_OPENCLID=abc"}, {"STARPU_WORKERS_OPENCLID is 'abc'", ids}),
        with("CpuNoNumber", {"STARPU_WORKERS_CPUID=abc"}, {"STARPU_WORKERS_CPUID is 'abc'", threads}),
        with("NoCpu", {"STARPU_WORKERS_CPUID="}, {"STARPU_WORKERS_CPUID is ''", threads}),
        with("NegativeCpu", {"STARPU_WORKERS_CPUID=-1"}, {"STARPU_WORKERS_CPUID is '-1'", threads}),
        with("CpuAfterBlankAndComma", {"STARPU_WORKERS_CPUID=0 ,1"}, {"STARPU_WORKERS_CPUID is '0 ,1'", threads}),
        with("CoreNoNumber", {"STARPU_WORKERS_COREID=0 x"}, {"STARPU_WORKERS_COREID is '0 x'", cores}),
        with("HostOfAFolder", {"STARPU_HOSTNAME=a/b"}, {"STARPU_HOSTNAME is 'a/b'", "without '/'"}),
        with("LongHost", {"STARPU_HOSTNAME=" + std::string(64, 'h')}, {"STARPU_HOSTNAME", "at most 63 characters"}),
        with("NoDecimal", {"STARPU_SCHED_ALPHA=much"}, {"STARPU_SCHED_ALPHA is 'much'", "a finite number"}),
        with("NaNForADecimal", {"STARPU_SCHED_ALPHA=nan"}, {"STARPU_SCHED_ALPHA is 'nan'", "a finite number"}),
        with("NegativePriority", {"STARPU_MIN_PRIO=-3"}, {"STARPU_MIN_PRIO is '-3'", "0 or more"}),
        with("BandwidthNoNumber", {"STARPU_LIMIT_BANDWIDTH=x"}, {"STARPU_LIMIT_BANDWIDTH is 'x'", "0 or more"}),
        with("ManyDigits", {"STARPU_LIMIT_CUDA_0_MEM=" + digits}, {"STARPU_LIMIT_CUDA_0_MEM is '777", "7...'"}),
        with("ManyDigitsOfACount", {"STARPU_LIMIT_CPU_MEM=" + digits}, {"STARPU_LIMIT_CPU_MEM is '777", "7...'"}),
        with("ManyDigitsOfASetting", {"TANGRAM_WINDOW=" + digits}, {"TANGRAM_WINDOW is '777", "7...'"}),
        with("ManyCpuGroups", {"TANGRAM_CPU_GROUPS=" + digits}, {"'777", "7...'"}),
        with("LineAfterNumber", {"STARPU_LIMIT_CUDA_0_MEM=5\nx"}, {"STARPU_LIMIT_CUDA_0_MEM is '5\\x0ax'"}),
        with("EndOfLineAfterNumber", {"STARPU_LIMIT_OPENCL_3_MEM=5\n"}, {"STARPU_LIMIT_OPENCL_3_MEM is '5\\x0a'"}),
        with("SeedNoNumber", {"STARPU_RAND_SEED=x"}, {"STARPU_RAND_SEED is 'x'", "0 or more"}),
        with("SignAfterPlus", {"STARPU_LIMIT_CPU_MEM=+-0"}, {"STARPU_LIMIT_CPU_MEM is '+-0'", "0 or more"}),
        with("ThreadsOfCudaWorkersAndDevices", {"STARPU_CUDA_THREAD_PER_WORKER=1", "STARPU_CUDA_THREAD_PER_DEV=1"},
             {"STARPU_CUDA_THREAD_PER_WORKER is '1'", "expected 0, as STARPU_CUDA_THREAD_PER_DEV is given"}),
        with("LimitOfANumaNode", {"STARPU_LIMIT_CPU_NUMA_0_MEM=x"}, {"STARPU_LIMIT_CPU_NUMA_0_MEM is 'x'"}),
        with("NothingForWorkers", {"STARPU_NCPU="}, {"STARPU_NCPU is ''", "0 or more"}),
        with("NothingForALimit", {"STARPU_LIMIT_CPU_MEM="}, {"STARPU_LIMIT_CPU_MEM is ''", "0 or more"}),
        with("NothingForADecimal", {"STARPU_SCHED_BETA="}, {"STARPU_SCHED_BETA is ''", "a finite number"}),
        with("WatchdogNoNumber", {"STARPU_WATCHDOG_TIMEOUT=x"}, {"STARPU_WATCHDOG_TIMEOUT is 'x'", "microseconds"}),
        with("WatchdogWithoutTime", {"STARPU_WATCHDOG_TIMEOUT=0"}, {"STARPU_WATCHDOG_TIMEOUT is '0'", "1 or more"}),
        with("UnknownCalibration", {"STARPU_CALIBRATE=9"}, {"STARPU_CALIBRATE is '9'", "from 0 to 2"}),
        with("SwapInAFile", {"STARPU_DISK_SWAP=/etc/passwd"}, {"STARPU_DISK_SWAP is '/etc/passwd'", "a folder"}),
        with("LongListOfCpus", {"STARPU_WORKERS_CPUID=" + repeated("0 ", 1000)},
             {"expected at most", "numbers, not 1000"}),
        with("LongListOfCores", {"STARPU_WORKERS_COREID=" + repeated("0,", 1000)},
             {"expected at most", "numbers, not 1000"})};
}

/// What depends on the machine that the command runs on; a simulated one has as many cores as are named.
std::vector<BadCommand> bad_values_of_machine() {
    const std::string topology = "a file that hwloc can read";
    return {with("NoSuchCpu", {"STARPU_WORKERS_CPUID=0 9999"}, {"STARPU_WORKERS_CPUID is '0 9999'", "from 0 to "}),
            with("NoSuchCore", {"STARPU_WORKERS_COREID=9999-"}, {"STARPU_WORKERS_COREID is '9999-'", "from 0 to "}),
            with("ManyCpus", {"STARPU_WORKERS_CPUID=0-99999999"}, {"is '0-99999999'", "from 0 to "}),
            with("MainThreadOnNoCpu", {"STARPU_MAIN_THREAD_CPUID=9999"}, {"MAIN_THREAD_CPUID is '9999'", "from 0 to "}),
            with("MainThreadOnNoCore", {"STARPU_MAIN_THREAD_COREID=9999"}, {"COREID is '9999'", "from 0 to "}),
            with("MainThreadOnNothing", {"STARPU_MAIN_THREAD_CPUID="}, {"MAIN_THREAD_CPUID is ''", "from 0 to "}),
            with("TopologyOfNoFile", {"STARPU_HWLOC_INPUT=/nowhere"}, {"STARPU_HWLOC_INPUT is '/nowhere'", topology}),
            with("TopologyOfOtherText", {"STARPU_HWLOC_INPUT=/etc/passwd"}, {"is '/etc/passwd'", topology}),
            with("TopologyOfAFolder", {"STARPU_HWLOC_INPUT=/"}, {"STARPU_HWLOC_INPUT is '/'", topology}),
            with("TopologyOfADevice", {"STARPU_HWLOC_INPUT=/dev/zero"}, {"is '/dev/zero'", topology}),
            with("MachineInAnEmptyRoot", {"HWLOC_FSROOT=/nowhere"}, {"HWLOC_FSROOT is '/nowhere'", "a folder with"}),
            with("SyntheticTopologyOfNothing", {"HWLOC_SYNTHETIC=junk"}, {"HWLOC_SYNTHETIC is 'junk'", "package:2"}),
            with("SimulationInTheWrongProgram", {"STARPU_SIMGRID=1"}, {"STARPU_SIMGRID is '1': expected 0"}),
            with("MachineWithoutMemory", {"HWLOC_COMPONENTS=-linux"}, {"HWLOC_COMPONENTS is '-linux'", "find memory"}),
            with("TopologyOfHwlocs", {"HWLOC_XMLFILE=/dev/zero"}, {"HWLOC_XMLFILE is '/dev/zero'", topology})};
}

class BadEnvironment : public testing::TestWithParam<BadCommand> {};

TEST_P(BadEnvironment, GetsOneLine) {
    const TemporaryFolder folder;
    test::expect_one_line(TANGRAM_COMMAND, GetParam(), folder);
}

INSTANTIATE_TEST_SUITE_P(Values, BadEnvironment, testing::ValuesIn(bad_values()), name_of);

INSTANTIATE_TEST_SUITE_P(Machine, BadEnvironment, testing::ValuesIn(bad_values_of_machine()), name_of);

#ifdef TANGRAM_HAS_OPENCL

INSTANTIATE_TEST_SUITE_P(Devices, BadEnvironment,
                         testing::Values(with("NoSuchOpenclDevice",
                                              {"STARPU_WORKERS_OPENCLID=1 99", "STARPU_NOPENCL=2",
                                               "STARPU_OPENCL_ON_CPUS=1", "POCL_DEVICES=basic basic basic"},
                                              {"STARPU_WORKERS_OPENCLID has device 99", "OpenCL finds ", " devices"},
                                              unavailable)),
                         name_of);

#endif

/// Lists and names as StarPU understands them.
TEST(Environment, IsFineAsStarpuReadsIt) {
    const TemporaryFolder folder;
    for (const char* variable :
         {"STARPU_NTHREADS_PER_CORE=1", "STARPU_WORKERS_CPUID=0", "STARPU_WORKERS_CPUID= 0 ",
          "STARPU_WORKERS_CPUID=0,0-0, 0 0", "STARPU_WORKERS_COREID=0", "STARPU_WORKERS_CUDAID= 0 1 ",
          "STARPU_WORKERS_OPENCLID=7", "STARPU_HOSTNAME=", "STARPU_HOSTNAME=host.of.mine", "STARPU_SCHED_ALPHA=1e-1",
          "STARPU_LIMIT_CPU_MEM= +0", "STARPU_WORKERS_CPUID=0,", "STARPU_WORKERS_CUDAID=0,\n",
          "STARPU_HWLOC_INPUT=", "STARPU_MAIN_THREAD_CPUID=0", "STARPU_MAIN_THREAD_COREID=0",
          "STARPU_WATCHDOG_TIMEOUT=3000000000", "STARPU_CUDA_THREAD_PER_WORKER=1"}) {
        const Outcome outcome =
            run({TANGRAM_COMMAND, product, {variable, "STARPU_NCPU=1", "STARPU_CALIBRATE_MINIMUM=1"}}, folder);
        EXPECT_EQ(outcome.exit_code, 0) << variable << '\n' << outcome.err;
    }
}

/// A setting that there is not does nothing, and one of a similar name is meant.
TEST(Environment, HasOnlySettingsThatThereAre) {
    const TemporaryFolder folder;
    const Outcome outcome = run({TANGRAM_COMMAND, product, {"TANGRAM_WINDOWS=4", "STARPU_NCPU=1"}}, folder);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("warning: "), HasSubstr("TANGRAM_WINDOWS"), HasSubstr("TANGRAM_WINDOW?")));
}

/// A machine of 2 cores of 2 threads each, whatever this one has. StarPU binds nothing then.
TEST(Environment, CountsCoresInTheTopologyOfAFile) {
    const TemporaryFolder folder;
    const std::string file = (folder / "machine.xml").string();
    {
        hwloc_topology_t machine = nullptr;
        ASSERT_EQ(hwloc_topology_init(&machine), 0);
        const std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, decltype(&hwloc_topology_destroy)> owner(
            machine, hwloc_topology_destroy);
        ASSERT_EQ(hwloc_topology_set_synthetic(machine, "core:2 pu:2"), 0);
        ASSERT_EQ(hwloc_topology_load(machine), 0);
        ASSERT_EQ(hwloc_topology_export_xml(machine, file.c_str(), 0), 0);
    }
    const auto exit_code_with = [&](const std::string& variable) {
        const std::string models = "STARPU_PERF_MODEL_DIR=" + folder.path().string(); // the links are another machine's
        const Outcome outcome =
            run({TANGRAM_COMMAND,
                 product,
                 {"STARPU_HWLOC_INPUT=" + file, variable, models, "STARPU_NCPU=1", "STARPU_CALIBRATE_MINIMUM=1"}},
                folder);
        EXPECT_THAT(outcome.exit_code, testing::AnyOf(0, bad_input)) << variable << ": " << outcome.err;
        return outcome.exit_code;
    };
    EXPECT_EQ(exit_code_with("STARPU_WORKERS_CPUID=3"), 0);
    EXPECT_EQ(exit_code_with("STARPU_WORKERS_CPUID=4"), bad_input);
    EXPECT_EQ(exit_code_with("STARPU_WORKERS_COREID=1"), 0);
    EXPECT_EQ(exit_code_with("STARPU_WORKERS_COREID=2"), bad_input);
    EXPECT_EQ(exit_code_with("STARPU_NTHREADS_PER_CORE=2"), 0);
    EXPECT_EQ(exit_code_with("STARPU_NTHREADS_PER_CORE=3"), bad_input);
}

/// StarPU compares these threads with a core's only where it counts the cores itself.
TEST(Environment, ThreadsPerCoreAreFineBesideAList) {
    const TemporaryFolder folder;
    for (const char* list : {"STARPU_WORKERS_CPUID=0", "STARPU_WORKERS_COREID=0"}) {
        const Outcome outcome =
            run({TANGRAM_COMMAND,
                 product,
                 {list, "STARPU_NTHREADS_PER_CORE=9", "STARPU_NCPU=1", "STARPU_CALIBRATE_MINIMUM=1"}},
                folder);
        EXPECT_EQ(outcome.exit_code, 0) << list << '\n' << outcome.err;
    }
}

/// A folder in `folder` whose name has so many characters.
std::string long_folder(const TemporaryFolder& folder, std::size_t length) {
    std::string name = folder.path().string();
    constexpr std::size_t part = 100;
    while (name.size() + 1 < length) {
        name += '/';
        name.append(std::min(part, length - name.size()), 'x');
    }
    std::filesystem::create_directories(name);
    return name;
}

/// The number that the error says is allowed.
std::size_t longest_allowed(const std::string& error) {
    const std::string before = "at most ";
    const std::size_t at = error.find(before);
    return at == std::string::npos ? 0 : std::strtoul(error.c_str() + at + before.size(), nullptr, 10);
}

/// The variable names a folder that StarPU, or our own folders of models for it, stand in: the command says how long
/// its name may be, and takes one that is so long.
void expect_longest_folder(const std::string& program, const std::vector<std::string>& arguments,
                           const std::string& variable, const std::vector<std::string>& environment = {}) {
    const TemporaryFolder folder;
    const auto run_with = [&](std::size_t length) {
        std::vector<std::string> variables = environment;
        variables.push_back(variable + "=" + long_folder(folder, length));
        return run({program, arguments, variables}, folder);
    };
    constexpr std::size_t too_long = 260;
    const Outcome refused = run_with(too_long);
    EXPECT_EQ(refused.exit_code, bad_input) << refused.err;
    EXPECT_THAT(refused.err, testing::AllOf(HasSubstr("error: " + variable + " is '"), HasSubstr("260 characters")));
    EXPECT_EQ(refused.err.find('\n'), refused.err.size() - 1) << refused.err;

    const std::size_t longest = longest_allowed(refused.err);
    const Outcome outcome = run_with(longest);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(run_with(longest + 1).exit_code, bad_input);
}

TEST(LongFolderOfModels, IsRefused) {
    expect_longest_folder(TANGRAM_COMMAND, product, "STARPU_PERF_MODEL_DIR");
}

/// StarPU makes folders there, and aborts where it cannot.
TEST(FolderOfModels, HoldsFoldersOnly) {
    for (const char* name : {"models", "models/bus", "models/codelets", "models/codelets/45"}) {
        const TemporaryFolder folder;
        test::put(folder / name, "a file");
        const std::string variable = "STARPU_PERF_MODEL_DIR=" + (folder / "models").string();
        const Outcome outcome = run({TANGRAM_COMMAND, product, {variable}}, folder);
        EXPECT_EQ(outcome.exit_code, bad_input) << name;
        EXPECT_THAT(outcome.err,
                    testing::AllOf(testing::StartsWith("tangram: error: StarPU cannot keep its performance "
                                                       "models in"),
                                   HasSubstr(name)));
    }
}

TEST(LongHome, IsRefused) {
    expect_longest_folder(TANGRAM_COMMAND, product, "XDG_CACHE_HOME", {"--unset=STARPU_PERF_MODEL_DIR"});
    expect_longest_folder(TANGRAM_COMMAND, product, "HOME",
                          {"--unset=STARPU_PERF_MODEL_DIR", "--unset=XDG_CACHE_HOME", "--unset=STARPU_HOME"});
}

#ifdef TANGRAM_SIM_COMMAND

const std::vector<std::string> simulated_product{"gemm", "--platform", "mirage", "--size", "960", "--tile", "320"};

class BadSimulatedEnvironment : public testing::TestWithParam<BadCommand> {};

TEST_P(BadSimulatedEnvironment, GetsOneLine) {
    const TemporaryFolder folder;
    BadCommand command = GetParam();
    command.arguments = simulated_product;
    for (const char* variable : {"--unset=STARPU_NOPENCL", "--unset=STARPU_NCUDA"}) {
        command.environment.insert(command.environment.begin(), variable);
    }
    test::expect_one_line(TANGRAM_SIM_COMMAND, command, folder);
}

/// The platform names the host.
std::vector<BadCommand> bad_simulated_values() {
    std::vector<BadCommand> values = bad_values();
    std::erase_if(values, [](const BadCommand& bad) { return bad.environment.at(0).starts_with("STARPU_HOSTNAME"); });
    return values;
}

INSTANTIATE_TEST_SUITE_P(Values, BadSimulatedEnvironment, testing::ValuesIn(bad_simulated_values()), name_of);

INSTANTIATE_TEST_SUITE_P(
    Devices, BadSimulatedEnvironment,
    testing::Values(
        with("MemoryOfSockets", {"STARPU_USE_NUMA=1"}, {"STARPU_USE_NUMA is '1': expected 0"}),
        with("NoKernels", {"STARPU_DISABLE_KERNELS=1"}, {"STARPU_DISABLE_KERNELS is '1': expected 0"}),
        with("OneThreadForDevices", {"STARPU_CUDA_THREAD_PER_DEV=0"},
             {"STARPU_CUDA_THREAD_PER_DEV is '0'", "1 or more"}),
        with("NoSuchCudaDevice", {"STARPU_WORKERS_CUDAID=0 3"}, {"STARPU_WORKERS_CUDAID has device 3", "has 3"}),
        with("CudaDeviceTwice", {"STARPU_WORKERS_CUDAID=0 0"}, {"STARPU_WORKERS_CUDAID has device 0", "once"}),
        with("ManyCpuWorkersByTheNewerName", {"STARPU_NCPU=9", "STARPU_NCPUS=1"}, {"STARPU_NCPU=9", "has 2"}),
        with("FewCudaDevices", {"STARPU_WORKERS_CUDAID=0", "STARPU_NCUDA=2"},
             {"STARPU_NCUDA is 2, but STARPU_WORKERS_CUDAID has 1"})),
    name_of);

/// The GPUs' workers in a simulated product.
long cuda_workers(std::vector<std::string> environment) {
    const TemporaryFolder folder;
    environment.insert(environment.begin(), {"--unset=STARPU_NCUDA", "--unset=STARPU_NOPENCL"});
    std::vector<std::string> words = simulated_product;
    words.insert(words.end(), {"--json", "-"});
    const Outcome outcome = run({TANGRAM_SIM_COMMAND, words, environment}, folder);
    if (outcome.exit_code != 0) {
        ADD_FAILURE() << outcome.err;
        return -1;
    }
    const auto report = nlohmann::json::parse(outcome.out);
    const auto& workers = report.at("workers");
    return std::count_if(workers.begin(), workers.end(),
                         [](const auto& worker) { return worker.at("kind") == "CUDA"; });
}

/// StarPU would give the workers of all three GPUs to one.
TEST(SimulatedDevices, AreThoseOfTheList) {
    EXPECT_EQ(cuda_workers({"STARPU_WORKERS_CUDAID=1"}), 1);
    EXPECT_EQ(cuda_workers({"STARPU_WORKERS_CUDAID=2 0"}), 2);
}

TEST(SimulatedDevices, AreCheckedIfTheyStart) {
    EXPECT_EQ(cuda_workers({"STARPU_WORKERS_OPENCLID=0"}), 3);
    EXPECT_EQ(cuda_workers({"STARPU_WORKERS_CUDAID=0 5", "STARPU_NCUDA=1"}), 1);
    EXPECT_EQ(cuda_workers({"STARPU_WORKERS_CUDAID=5", "STARPU_NCUDA=0"}), 0);
}

/// StarPU makes them one there.
TEST(SimulatedDevices, MayBeToldOfManyWorkers) {
    EXPECT_EQ(cuda_workers({"STARPU_NWORKER_PER_CUDA=90"}), 3);
}

TEST(LongTemporaryFolder, IsRefused) {
    expect_longest_folder(TANGRAM_SIM_COMMAND, simulated_product, "TMPDIR",
                          {"--unset=STARPU_NOPENCL", "--unset=STARPU_NCUDA"});
}

/// StarPU would want to measure, and abort.
TEST(SimulatedHost, HasNoDamagedModels) {
    const TemporaryFolder folder;
    test::put(folder / "models/bus/mine.bandwidth", "1\t2\n");
    test::expect_one_line(TANGRAM_SIM_COMMAND,
                          {"",
                           {"gemm", "--size", "8"},
                           bad_input,
                           {"mine.bandwidth is damaged", "measure it again"},
                           {"STARPU_HOSTNAME=mine", "STARPU_PERF_MODEL_DIR=" + (folder / "models").string()}},
                          folder);
}

TEST(SimulatedHost, NamesNoFolder) {
    const TemporaryFolder folder;
    test::expect_one_line(TANGRAM_SIM_COMMAND, with("", {"STARPU_HOSTNAME=a/b"}, {"STARPU_HOSTNAME is 'a/b'"}), folder);
}

#endif

} // namespace
} // namespace tangram::apps
