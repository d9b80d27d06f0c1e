/// What a user can get wrong with the commands that start StarPU.

#include "apps/gemm/matrix/npy.hpp"
#include "tests/apps/command/bad_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace tangram::apps {
namespace {

using test::bad_input;
using test::BadCommand;
using test::failed;
using test::name_of;
using test::Outcome;
using test::put;
using test::TemporaryFolder;
using test::unavailable;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// Inputs that the cases name: a and b fit each other, the rest are traps.
void put_inputs(const TemporaryFolder& folder) {
    const auto put_matrix = [&](const char* name, std::int64_t rows, std::int64_t columns) {
        Matrix<double> matrix(rows, columns);
        matrix.fill_random(1);
        write_npy<double>(folder / name, matrix.view());
    };
    put_matrix("a.npy", 6, 4);
    put_matrix("b.npy", 4, 5);
    Matrix<float> single(4, 5);
    single.fill_random(1);
    write_npy<float>(folder / "float.npy", single.view());

    const auto put_npy = [&](const char* name, const std::string& descr, const std::string& shape) {
        const std::string dictionary = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + "}";
        put(folder / name, std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' +
                               dictionary + std::string(128, '\0'));
    };
    put_npy("integers.npy", "<i8", "(4, 4)");
    put_npy("big-endian.npy", ">f8", "(4, 4)");
    put_npy("vector.npy", "<f8", "(16,)");
    put_npy("cube.npy", "<f8", "(2, 2, 4)");
    put_npy("truncated.npy", "<f8", "(4, 40)");
    put_npy("enormous.npy", "<f8", "(4000000000, 4000000000)");
    put(folder / "text.npy", "1 2\n3 4\n");
    put(folder / "broken/platform.json", "{}\n");
}

class BadCommands : public testing::TestWithParam<BadCommand> {
  protected:
    static void expect_one_line(const std::string& program) {
        const TemporaryFolder folder;
        put_inputs(folder);
        test::expect_one_line(program, GetParam(), folder);
    }
};

class BadRealCommands : public BadCommands {};

TEST_P(BadRealCommands, GetOneLine) {
    expect_one_line(TANGRAM_COMMAND);
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadRealCommands,
    testing::Values(
        BadCommand{"NoCommand", {}, bad_input, {"gemm", "machine", "partition", "policies"}},
        BadCommand{"MistypedCommand", {"gem", "--size", "8"}, bad_input, {"'gem', did you mean gemm? (see"}},
        BadCommand{"OtherCommand", {"multiply"}, bad_input, {"'multiply'", "gemm", "machine", "policies"}},
        BadCommand{"MistypedOption",
                   {"gemm", "--siez=8"},
                   bad_input,
                   {"'--siez=8'", "did you mean --size?", "tangram gemm --help"}},
        BadCommand{"OptionBeforeCommand", {"--size", "8", "gemm"}, bad_input, {"'--size' (see"}},
        BadCommand{"OneLetterOption", {"gemm", "--N", "8"}, bad_input, {"'--N' (see"}},
        BadCommand{"StrayWord", {"gemm", "8"}, bad_input, {"'8'"}},
        BadCommand{"OtherCommandsOption", {"policies", "--size", "8"}, bad_input, {"--size"}},
        BadCommand{"NoValue", {"gemm", "--size"}, bad_input, {"--size"}},
        BadCommand{"TwoValues", {"gemm", "--size", "8", "--size", "9"}, bad_input, {"--size"}},
        BadCommand{"EmptyName", {"gemm", "--a", ""}, bad_input, {"--a", "empty"}},
        BadCommand{"EmptyPolicy", {"gemm", "--sched", ""}, bad_input, {"--sched", "empty"}},
        BadCommand{"Transpose", {"gemm", "--transa", "x"}, bad_input, {"--transa", "x", "none of n, t"}},
        BadCommand{"Precision", {"gemm", "--precision", "half"}, bad_input, {"half", "none of double, float"}},
        BadCommand{"Verification",
                   {"gemm", "--verify", "freivald"},
                   bad_input,
                   {"none, freivalds, full", "did you mean freivalds?"}},
        BadCommand{"Progress", {"gemm", "--progress", "often"}, bad_input, {"often", "auto, always, never"}},
        BadCommand{"OutputToStdout", {"gemm", "--out", "-"}, bad_input, {"--out"}},
        BadCommand{"TwoOutputsToStdout", {"gemm", "--json", "-", "--draw", "-"}, bad_input, {"--json", "--draw", "-"}},
        BadCommand{"OneFileByTwoPaths",
                   {"gemm", "--size", "8", "--json", "./x", "--out", "x"},
                   bad_input,
                   {"--out", "--json", "x'"}},
        BadCommand{"TwoDrawingsToOneFile",
                   {"gemm", "--draw", "x", "--draw-gantt", "x"},
                   bad_input,
                   {"--draw", "--draw-gantt", "'x'"}},
        BadCommand{"ReportOverAMatrix",
                   {"gemm", "--a", "text.npy", "--b", "none.npy", "--json", "./text.npy"},
                   bad_input,
                   {"--a", "--json", "text.npy"}},
        BadCommand{"ProductOverAnAllocation",
                   {"gemm", "--size", "8", "--allocation", "text.npy", "--out", "./text.npy"},
                   bad_input,
                   {"--allocation", "--out", "text.npy"}},
        BadCommand{"TwoOutputsToOneFile", {"gemm", "--json", "x", "--out", "x"}, bad_input, {"--json", "--out", "x"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Numbers, BadRealCommands,
    testing::Values(
        BadCommand{"NoNumber", {"gemm", "--size", "many"}, bad_input, {"--size", "'many'", "whole number"}},
        BadCommand{"EmptyNumber", {"gemm", "--size", ""}, bad_input, {"--size", "''", "whole number"}},
        BadCommand{"NumberAndMore", {"gemm", "--m", "12x"}, bad_input, {"--m", "'12x'"}},
        BadCommand{"Fraction", {"gemm", "--n", "1.5"}, bad_input, {"--n", "'1.5'"}},
        BadCommand{"Exponent", {"gemm", "--k", "1e3"}, bad_input, {"--k", "'1e3'"}},
        BadCommand{"NegativeSize", {"gemm", "--size", "-8"}, bad_input, {"--size", "'-8'", "from 0"}},
        BadCommand{"Overflow", {"gemm", "--size", "99999999999999999999"}, bad_input, {"99999999999999999999"}},
        BadCommand{"HugeSize", {"gemm", "--size", "1000000000000000000"}, bad_input, {"1000000000000000000"}},
        BadCommand{"MoreRowsThanBlasCanCount",
                   {"gemm", "--m", "2147483648", "--n", "1", "--k", "1"},
                   bad_input,
                   {"A has 2147483648 rows", "at most 2147483647"}},
        BadCommand{"MoreThanMemory", {"gemm", "--size", "400000"}, unavailable, {"out of memory", "TB", "available"}},
        BadCommand{"MoreColumnsThanBlasCanCount",
                   {"gemm", "--m", "1", "--n", "1", "--k", "2147483648"},
                   bad_input,
                   {"B has 2147483648 rows", "at most 2147483647"}},
        BadCommand{"NoEffort", {"gemm", "--size", "8", "--effort", "0"}, bad_input, {"effort", "positive", "10000"}},
        BadCommand{"TooMuchEffort", {"gemm", "--size", "8", "--effort", "10001"}, bad_input, {"effort", "10000"}},
        BadCommand{"NegativeTile", {"gemm", "--size", "8", "--tile", "-1"}, bad_input, {"--tile", "'-1'"}},
        BadCommand{"TileNoNumber", {"gemm", "--size", "8", "--tile", "some"}, bad_input, {"--tile", "'some'", "auto"}},
        BadCommand{"OuterMeasuresNoTile", {"outer", "--size", "8", "--tile", "auto"}, bad_input, {"--tile", "'auto'"}},
        BadCommand{"HugeTile", {"gemm", "--size", "8", "--tile", "4294967296"}, bad_input, {"tile", "4294967296"}},
        BadCommand{"TooManyTasks", {"gemm", "--size", "10000", "--tile", "1"}, bad_input, {"tile", "tasks"}},
        BadCommand{"NoRepeat", {"gemm", "--size", "8", "--repeat", "0"}, bad_input, {"--repeat", "'0'", "from 1"}},
        BadCommand{"NegativeSeed", {"gemm", "--size", "8", "--seed", "-1"}, bad_input, {"--seed", "'-1'"}},
        BadCommand{"NanAlpha", {"gemm", "--size", "8", "--alpha", "nan"}, bad_input, {"--alpha", "'nan'", "finite"}},
        BadCommand{"InfiniteBeta", {"gemm", "--size", "8", "--beta", "-inf"}, bad_input, {"--beta", "'-inf'"}},
        BadCommand{"NoAlpha", {"gemm", "--size", "8", "--alpha", "one"}, bad_input, {"--alpha", "'one'"}},
        BadCommand{
            "AlphaBeyondFloat", {"gemm", "--precision", "float", "--alpha", "1e300"}, bad_input, {"--alpha", "float"}},
        BadCommand{"SimulatedMachine", {"gemm", "--platform", "mirage"}, bad_input, {"'--platform'", "tangram-sim"}},
        BadCommand{"SimulatedMachineInOneWord", {"gemm", "--platform=mirage"}, bad_input, {"for tangram-sim"}},
        BadCommand{"MachineOfSizeZero", {"machine", "--size", "0"}, bad_input, {"--size", "'0'", "from 1"}},
        BadCommand{"MachineOfHugeTile", {"machine", "--tile", "4294967296"}, bad_input, {"tile", "4294967296"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Files, BadRealCommands,
    testing::Values(
        BadCommand{"Missing", {"gemm", "--a", "none.npy"}, bad_input, {"none.npy", "No such file"}},
        BadCommand{"Folder", {"gemm", "--a", "."}, bad_input, {"Is a directory"}},
        BadCommand{"Device", {"gemm", "--a", "/dev/zero"}, bad_input, {"/dev/zero", "regular file"}},
        BadCommand{"Truncated", {"gemm", "--a", "truncated.npy"}, bad_input, {"truncated.npy", "1280 expected"}},
        BadCommand{"Enormous", {"gemm", "--a", "enormous.npy"}, bad_input, {"enormous.npy", "too large"}},
        BadCommand{"NoNpy", {"gemm", "--b", "text.npy"}, bad_input, {"text.npy", "not an .npy file"}},
        BadCommand{"Integers", {"gemm", "--c", "integers.npy"}, bad_input, {"integers.npy", "<i8", "<f8"}},
        BadCommand{"BigEndian", {"gemm", "--a", "big-endian.npy"}, bad_input, {"big-endian.npy", ">f8"}},
        BadCommand{"Vector", {"gemm", "--a", "vector.npy"}, bad_input, {"vector.npy", "(16,)", "two dimensions"}},
        BadCommand{"Cube", {"gemm", "--a", "cube.npy"}, bad_input, {"cube.npy", "(2, 2, 4)"}},
        BadCommand{"FilesThatDoNotFit",
                   {"gemm", "--a", "a.npy", "--b", "a.npy"},
                   bad_input,
                   {"k is 4", "6 according to --b a.npy"}},
        BadCommand{"CThatDoesNotFit",
                   {"gemm", "--a", "a.npy", "--b", "b.npy", "--c", "b.npy"},
                   bad_input,
                   {"m is 6 according to --a a.npy", "4 according to --c b.npy"}},
        BadCommand{"TransposedDoesNotFit",
                   {"gemm", "--a", "a.npy", "--b", "b.npy", "--transa", "t"},
                   bad_input,
                   {"k is 6 according to --a a.npy", "4 according to --b b.npy"}},
        BadCommand{"OptionThatDoesNotFit",
                   {"gemm", "--a", "a.npy", "--m", "5"},
                   bad_input,
                   {"5 according to --m, but 6 according to --a a.npy"}},
        BadCommand{"SizeThatDoesNotFit", {"gemm", "--b", "b.npy", "--size", "4"}, bad_input, {"--size", "b.npy"}},
        BadCommand{"MixedPrecision",
                   {"gemm", "--a", "a.npy", "--b", "float.npy"},
                   bad_input,
                   {"double according to --a a.npy", "float according to --b float.npy"}},
        BadCommand{"OtherPrecision",
                   {"gemm", "--a", "a.npy", "--precision", "float"},
                   bad_input,
                   {"float according to --precision, but double according to --a a.npy"}},
        BadCommand{"OutInMissingFolder", {"gemm", "--size", "8", "--out", "none/c.npy"}, failed, {"none/c.npy"}},
        BadCommand{"OutIsFolder", {"gemm", "--size", "8", "--out", "."}, failed, {"Is a directory"}},
        BadCommand{"DrawInMissingFolder", {"gemm", "--size", "8", "--draw", "none/c.svg"}, failed, {"none/c.svg"}},
        BadCommand{
            "GanttInMissingFolder", {"gemm", "--size", "8", "--draw-gantt", "none/g.svg"}, failed, {"none/g.svg"}},
        BadCommand{"JsonInMissingFolder", {"gemm", "--size", "8", "--json", "none/c.json"}, failed, {"none/c.json"}},
        BadCommand{"PlatformInFile", {"machine", "--save-platform", "a.npy/x"}, failed, {"a.npy/x"}},
        BadCommand{"JsonIsPlatform", {"machine", "--save-platform", "new/", "--json", "./new"}, bad_input, {"folder"}},
        BadCommand{"JsonInPlatform", {"machine", "--save-platform", "new", "--json", "new/x"}, bad_input, {"folder"}},
        BadCommand{"PlatformIsFile", {"machine", "--save-platform", "a.npy"}, failed, {"a.npy"}},
        BadCommand{"PlatformOfANameThatIsNoUtf8",
                   {"machine", "--save-platform", "saved"},
                   bad_input,
                   {"name 'a\\xff'", "UTF-8"},
                   {"STARPU_HOSTNAME=a\xff"}},
        BadCommand{"EmptyPlatform", {"machine", "--save-platform", ""}, bad_input, {"--save-platform", "empty"}},
        BadCommand{"MachineJsonIsFolder", {"machine", "--json", "."}, failed, {"Is a directory"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(Policies, BadRealCommands,
                         testing::Values(BadCommand{"ByOption",
                                                    {"gemm", "--sched", "nonsense"},
                                                    bad_input,
                                                    {"'nonsense'", "nrrp-rounded", "effective-steal", "dmda"}},
                                         BadCommand{"ByVariable",
                                                    {"gemm"},
                                                    bad_input,
                                                    {"'nonsense'", "nrrp-rounded", "effective-steal", "dmda", "lws"},
                                                    {"STARPU_SCHED=nonsense"}},
                                         BadCommand{"OptionOverGoodVariable",
                                                    {"gemm", "--sched", "nonsense"},
                                                    bad_input,
                                                    {"'nonsense'"},
                                                    {"STARPU_SCHED=lws"}},
                                         BadCommand{"AllocationAlone",
                                                    {"gemm", "--sched", "nrrp-rounded"},
                                                    bad_input,
                                                    {"'nrrp-rounded'", "did you mean nrrp-rounded-static"}}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Environment, BadRealCommands,
    testing::Values(
        BadCommand{"Window", {"gemm"}, bad_input, {"TANGRAM_WINDOW", "'two'", "0 to 1000"}, {"TANGRAM_WINDOW=two"}},
        BadCommand{"WindowUnderStarpusPolicy",
                   {"gemm", "--sched", "dmda"},
                   bad_input,
                   {"TANGRAM_WINDOW", "'two'", "0 to 1000"},
                   {"TANGRAM_WINDOW=two"}},
        BadCommand{"NegativeWindow", {"gemm"}, bad_input, {"TANGRAM_WINDOW", "'-1'"}, {"TANGRAM_WINDOW=-1"}},
        BadCommand{"CpuGroups", {"gemm"}, bad_input, {"CPU groups", "'pair'", "socket"}, {"TANGRAM_CPU_GROUPS=pair"}},
        BadCommand{"CpuGroupsOption", {"gemm", "--cpu-groups", "0"}, bad_input, {"CPU groups", "'0'", "positive"}},
        BadCommand{"HostMemory", {"gemm", "--host-memory", "locked"}, bad_input, {"page-locked", "pageable"}},
        BadCommand{"MoreCpuGroupsThanCores", {"gemm", "--cpu-groups", "1000"}, bad_input, {"1000", "cores"}},
        BadCommand{"WorkersNoNumber", {"gemm"}, bad_input, {"STARPU_NCPU", "'few'"}, {"STARPU_NCPU=few"}},
        BadCommand{"NegativeWorkers", {"machine"}, bad_input, {"STARPU_NCUDA", "'-1'"}, {"STARPU_NCUDA=-1"}},
        BadCommand{"LimitOfADevice",
                   {"gemm", "--size", "8"},
                   bad_input,
                   {"STARPU_LIMIT_CUDA_0_MEM", "'some'"},
                   {"STARPU_LIMIT_CUDA_0_MEM=some"}},
        BadCommand{"MoreCudaDevicesThanThereAre",
                   {"gemm", "--size", "8"},
                   unavailable,
                   {"STARPU_NCUDA is 99", "CUDA finds", "devices"},
                   {"STARPU_NCUDA=99"}},
        BadCommand{"ModelsInFile",
                   {"gemm", "--size", "8"},
                   bad_input,
                   {"a.npy", "Not a directory", "STARPU_PERF_MODEL_DIR"},
                   {"STARPU_PERF_MODEL_DIR=a.npy/models"}},
        BadCommand{"NoWorkers",
                   {"gemm", "--size", "8"},
                   unavailable,
                   {"no worker", "STARPU_NCPU"},
                   {"STARPU_NCPU=0", "STARPU_NCUDA=0", "STARPU_NOPENCL=0"}}),
    name_of);

#ifdef TANGRAM_SIM_COMMAND

class BadSimulatedCommands : public BadCommands {};

TEST_P(BadSimulatedCommands, GetOneLine) {
    expect_one_line(TANGRAM_SIM_COMMAND);
}

INSTANTIATE_TEST_SUITE_P(
    Simulated, BadSimulatedCommands,
    testing::Values(
        BadCommand{"NoPlatform", {"gemm"}, bad_input, {"--platform"}},
        BadCommand{"NoPlatformName", {"gemm", "--platform"}, bad_input, {"--platform"}},
        BadCommand{"UnknownPlatform",
                   {"machine", "--platform", "nowhere"},
                   bad_input,
                   {"nowhere", "sirocco (double, tiles of 320, 640, 960, 1440)", "mirage", "synthetic:"}},
        BadCommand{"NoModelsInFloat",
                   {"gemm", "--platform", "sirocco", "--precision", "float"},
                   unavailable,
                   {"no tile size has models of all its workers in float"}},
        BadCommand{
            "MistypedPlatform", {"gemm", "--platform", "sirroco"}, bad_input, {"'sirroco', did you mean sirocco?"}},
        BadCommand{"SyntheticWord",
                   {"gemm", "--platform", "synthetic:gpus"},
                   bad_input,
                   {"'gpus' is not KEY=VALUE. The keys are gpus, "}},
        BadCommand{
            "FolderWithoutPlatform", {"gemm", "--platform", "."}, bad_input, {"./platform.json", "No such file"}},
        BadCommand{"BrokenPlatform", {"gemm", "--platform", "broken"}, bad_input, {"broken/platform.json", "'name'"}},
        BadCommand{"FileAsPlatform", {"gemm", "--platform", "a.npy"}, bad_input, {"unknown platform 'a.npy'"}},
        BadCommand{"FileOfTheSteadyState",
                   {"steady", "--platform", "p1.json"},
                   bad_input,
                   {"unknown platform 'p1.json'", "files are for tangram steady"}},
        BadCommand{"SyntheticKey",
                   {"gemm", "--platform", "synthetic:gpu=2"},
                   bad_input,
                   {"no key 'gpu', did you mean gpus? The keys are", "p2p_gbs"}},
        BadCommand{"SyntheticValue",
                   {"machine", "--platform", "synthetic:gpus=many"},
                   bad_input,
                   {"gpus", "'many'", "0 to 16"}},
        BadCommand{"SyntheticLists",
                   {"gemm", "--platform", "synthetic:gpus=2,gpu_gflops=1x3"},
                   bad_input,
                   {"gpus is 2", "gpu_gflops lists 3"}},
        BadCommand{"CodeletsForNobody",
                   {"machine", "--platform", "synthetic", "--codelets", "text.npy"},
                   bad_input,
                   {"--codelets", "--save-platform"}},
        BadCommand{"CodeletsOfMeasuredMachine",
                   {"machine", "--platform", "mirage", "--codelets", "text.npy", "--save-platform", "node"},
                   bad_input,
                   {"--codelets", "synthetic:", "'gflops'"}},
        BadCommand{"CodeletsInNoList",
                   {"machine", "--platform", "synthetic", "--codelets", "text.npy", "--save-platform", "node"},
                   bad_input,
                   {"text.npy", "not JSON"}},
        BadCommand{
            "SyntheticNobody", {"gemm", "--platform", "synthetic:gpus=0,cpus=0"}, bad_input, {"neither GPUs nor CPU"}},
        BadCommand{"CpusDespiteNoCpu",
                   {"gemm", "--platform", "mirage", "--no-cpu"},
                   bad_input,
                   {"--no-cpu", "STARPU_NCPU=2"},
                   {"STARPU_NCPU=2"}},
        BadCommand{"OlderNameOfCpusDespiteNoCpu",
                   {"machine", "--platform", "mirage", "--no-cpu"},
                   bad_input,
                   {"--no-cpu", "STARPU_NCPUS=2"},
                   {"STARPU_NCPUS=2"}},
        BadCommand{"NoWorker",
                   {"gemm", "--platform", "mirage", "--no-cpu"},
                   unavailable,
                   {"no worker", "platform", "STARPU_NCUDA"},
                   {"STARPU_NCUDA=0"}},
        BadCommand{"MoreCpusThanThereAre",
                   {"gemm", "--platform", "mirage"},
                   bad_input,
                   {"STARPU_NCPU=3", "has 2"},
                   {"STARPU_NCPU=3"}},
        BadCommand{"MoreGpusThanThereAre",
                   {"machine", "--platform", "mirage"},
                   bad_input,
                   {"STARPU_NCUDA=4", "has 3"},
                   {"STARPU_NCUDA=4"}},
        BadCommand{"CpuGroupsOfAPlatform",
                   {"gemm", "--platform", "mirage", "--cpu-groups", "socket"},
                   bad_input,
                   {"--cpu-groups", "platform"}},
        BadCommand{"SchedulingCost",
                   {"gemm", "--platform", "mirage", "--scheduling-cost", "2"},
                   bad_input,
                   {"--scheduling-cost", "none of 0, 1"}},
        BadCommand{"TwoSchedulingCosts",
                   {"gemm", "--platform", "mirage", "--scheduling-cost", "0"},
                   bad_input,
                   {"--scheduling-cost", "STARPU_SIMGRID_SCHED_COST=1"},
                   {"STARPU_SIMGRID_SCHED_COST=1"}},
        BadCommand{"SchedulingCostNoNumber",
                   {"gemm", "--platform", "mirage"},
                   bad_input,
                   {"STARPU_SIMGRID_SCHED_COST", "'some'"},
                   {"STARPU_SIMGRID_SCHED_COST=some"}},
        BadCommand{"NoCommand", {}, bad_input, {"gemm", "machine", "policies"}},
        BadCommand{"MistypedOption", {"gemm", "--platform", "mirage", "--siz", "8"}, bad_input, {"'--siz'"}},
        BadCommand{"Policy", {"gemm", "--platform", "mirage", "--sched", "nonsense"}, bad_input, {"nonsense", "dmda"}},
        BadCommand{"TileWithoutModel",
                   {"gemm", "--platform", "mirage", "--tile", "17"},
                   unavailable,
                   {"17 x 17 x 17", "tiles of 320, 640, 960"}},
        BadCommand{"TilesLargerThanMemory",
                   {"gemm", "--platform", "synthetic:gpus=1,gpu_memory_gb=1", "--size", "16384", "--tile", "8192"},
                   unavailable,
                   {"tiles of 8192 x 8192 x 8192", "CUDA 0", "choose smaller tiles"},
                   {"STARPU_NCUDA=1"}},
        BadCommand{"AutomaticTileOfNoModel",
                   {"gemm", "--platform", "mirage", "--tile", "auto", "--precision", "float"},
                   unavailable,
                   {"no tile size can be measured", "float"}},
        BadCommand{"AutomaticTileOfAnySpeed",
                   {"gemm", "--platform", "synthetic:gpus=1", "--tile", "auto"},
                   bad_input,
                   {"--tile auto", "synthetic"}},
        BadCommand{"FloatWithoutModel",
                   {"gemm", "--platform", "mirage", "--precision", "float"},
                   unavailable,
                   {"model", "float"}},
        BadCommand{"Matrix", {"gemm", "--platform", "mirage", "--a", "a.npy"}, bad_input, {"simulated", "--a"}},
        BadCommand{"Output", {"gemm", "--platform", "mirage", "--out", "x.npy"}, bad_input, {"simulated", "--out"}},
        BadCommand{
            "Verification", {"gemm", "--platform", "mirage", "--verify", "full"}, bad_input, {"simulated", "--verify"}},
        BadCommand{
            "HugeSize", {"gemm", "--platform", "mirage", "--size", "1000000000000000000"}, bad_input, {"1000000"}},
        BadCommand{"WorkersNoNumber",
                   {"gemm", "--platform", "mirage"},
                   bad_input,
                   {"STARPU_NCPU", "'few'"},
                   {"STARPU_NCPU=few"}}),
    name_of);

#endif

/// What does not arrive is not done.
TEST(FullStdout, IsAnError) {
    const TemporaryFolder folder;
    const Outcome outcome = run({"sh", {"-c", std::string(TANGRAM_COMMAND) + " policies > /dev/full"}, {}}, folder);
    EXPECT_EQ(outcome.exit_code, failed);
    EXPECT_THAT(outcome.err, AllOf(StartsWith("tangram: error: "), HasSubstr("stdout")));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which need all address space

/// `tangram ARGUMENTS` under `ulimit OPTION KIBIBYTES`, with so many CPU workers.
Outcome limited(const std::string& option, int kibibytes, int workers, const std::string& arguments,
                const TemporaryFolder& folder) {
    const std::string command =
        "ulimit " + option + " " + std::to_string(kibibytes) + "; exec " + TANGRAM_COMMAND + " " + arguments;
    constexpr int seconds = 60; // else it asks for ever
    return run({"sh", {"-c", command}, {"OMP_NUM_THREADS=2", "STARPU_NCPU=" + std::to_string(workers)}}, folder,
               seconds);
}

/// OpenBLAS would ask for its buffers again and again.
TEST(LimitedAddressSpace, IsOutOfMemory) {
    const TemporaryFolder folder;
    const Outcome outcome = limited("-v", 4'000'000, 2, "gemm --size 12000", folder);
    EXPECT_EQ(outcome.exit_code, unavailable) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(StartsWith("tangram: error: out of memory"), HasSubstr("available")));
}

/// An option of `ulimit`, and CPU workers.
class LimitedProcess : public testing::TestWithParam<std::pair<const char*, int>> {};

/// The smaller the limit, the earlier OpenBLAS asks: when it is loaded, when StarPU has started workers, in a kernel.
/// Where it is still smaller the loader has no room for the libraries.
TEST_P(LimitedProcess, EndsWithAResultOrOutOfMemory) {
    constexpr int loader_failed = 127;
    constexpr int enough = 16'000'000;
    const auto [option, workers] = GetParam();
    const TemporaryFolder folder;
    int refused = 0;
    int exit_code = 0;
    for (int kibibytes = 100'000; kibibytes < enough; kibibytes += kibibytes / 5) {
        const Outcome outcome = limited(option, kibibytes, workers, "gemm --size 512 --tile 128", folder);
        exit_code = outcome.exit_code;
        EXPECT_THAT(exit_code, testing::AnyOf(0, unavailable, loader_failed)) << kibibytes << ": " << outcome.err;
        if (exit_code == unavailable) {
            ++refused;
            EXPECT_THAT(outcome.err, AllOf(StartsWith("tangram: error: out of memory"), testing::EndsWith("\n")))
                << kibibytes;
        }
    }
    EXPECT_GE(refused, 2);
    EXPECT_EQ(exit_code, 0) << "under the largest limit";
}

/// The program and each of its threads would overflow their stacks.
TEST(LimitedStack, IsSaidBeforeItOverflows) {
    const TemporaryFolder folder;
    for (const int kibibytes : {64, 192, 1023}) {
        const Outcome outcome = limited("-s", kibibytes, 2, "gemm --size 256", folder);
        EXPECT_EQ(outcome.exit_code, unavailable) << outcome.err;
        EXPECT_THAT(outcome.err, AllOf(StartsWith("tangram: error: the limit on stacks (ulimit -s) is"),
                                       HasSubstr("expected 1024 kB or more\n")));
    }
    EXPECT_EQ(limited("-s", 1024, 2, "gemm --size 256", folder).exit_code, 0);
}

/// OpenMP would overflow the stack.
TEST(ThreadsOfOpenmp, AreNoMoreThanMachinesHave) {
    const TemporaryFolder folder;
    test::expect_one_line(TANGRAM_COMMAND,
                          {"",
                           {"gemm", "--size", "256"},
                           bad_input,
                           {"OMP_NUM_THREADS is 1000000: expected at most"},
                           {"OMP_NUM_THREADS=1000000"}},
                          folder);
}

INSTANTIATE_TEST_SUITE_P(Limits, LimitedProcess,
                         testing::Values(std::pair("-v", 2), std::pair("-v", 16), std::pair("-d", 2),
                                         std::pair("-d", 16)));

#endif

/// Whatever a user or a file says: a terminal would obey.
TEST(Errors, HoldNoControlCharacters) {
    const TemporaryFolder folder;
    const Outcome outcome = run({TANGRAM_COMMAND, {"gemm", "--sched", "a\x1b[31mb\tc\x7f"}, {}}, folder);
    EXPECT_EQ(outcome.exit_code, bad_input);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("a\\x1b[31mb\\x09c\\x7f"), testing::Not(HasSubstr("\x1b"))));
}

TEST(Reports, HoldNoControlCharactersOfFiles) {
    const TemporaryFolder folder;
    const std::string partition = folder / "partition.json";
    ASSERT_EQ(run({TANGRAM_COMMAND, {"partition", "--speeds", "2,1", "--grid", "6x6", "--json", partition}, {}}, folder)
                  .exit_code,
              0);
    std::string text = test::contents(partition);
    const std::string names = "\"exact"; // of the zones, and of the tiles
    for (std::size_t at = text.find(names); at != std::string::npos; at = text.find(names, at + 1)) {
        text.insert(at + 1, "\\u001b[31m");
    }
    test::put(partition, text);
    const Outcome outcome = run({TANGRAM_COMMAND, {"partition", "--load", partition}, {}}, folder);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("\\x1b[31m"), testing::Not(HasSubstr("\x1b"))));
}

/// The outcome of `tangram ARGUMENTS` with such redirections.
Outcome redirected(const std::string& arguments, const std::string& redirections, const TemporaryFolder& folder) {
    return run({"sh", {"-c", std::string(TANGRAM_COMMAND) + " " + arguments + " " + redirections}, {}}, folder);
}

TEST(FullStdout, LosesHelp) {
    const TemporaryFolder folder;
    for (const char* asked : {"--help", "--version", "gemm --help"}) {
        const Outcome outcome = redirected(asked, "> /dev/full", folder);
        EXPECT_EQ(outcome.exit_code, failed) << asked;
        EXPECT_THAT(outcome.err, HasSubstr("stdout")) << asked;
    }
}

/// TANGRAM_REPORT would take the place of a matrix or of the command's own report.
TEST(ReportsOfPrograms, AreNotWrittenByCommands) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run({TANGRAM_COMMAND, {"gemm", "--size", "64", "--json", "out.json"}, {"TANGRAM_REPORT=out.json"}}, folder);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("TANGRAM_REPORT has no effect"));
    EXPECT_THAT(test::contents(folder / "out.json"), HasSubstr("\"gflops\""));
}

/// Where the report would take the place of the matrix, or stand in the middle of the JSON.
TEST(StandardStreams, AreNamedByADashOnly) {
    const TemporaryFolder folder;
    for (const char* option : {"--out", "--json", "--draw"}) {
        for (const char* redirections : {"> file", "| cat"}) {
            const std::string arguments = std::string("gemm --size 64 ") + option + " /dev/stdout";
            const Outcome outcome = redirected(arguments, redirections, folder);
            EXPECT_THAT(outcome.err, AllOf(StartsWith("tangram: error: "), HasSubstr(option),
                                           HasSubstr("'/dev/stdout' is where stdout goes")));
        }
    }
    EXPECT_EQ(redirected("gemm --size 64 --json /dev/stderr", "2> file", folder).exit_code, bad_input);
    EXPECT_EQ(redirected("gemm --size 64 --out /dev/null --json -", "> /dev/null", folder).exit_code, 0);
}

/// The system would kill the program, and it would leave files behind.
TEST(LimitedFiles, AreAnErrorWhereTheyCannotBeWritten) {
    const TemporaryFolder folder;
    const std::string command = "ulimit -f 4096; exec " TANGRAM_COMMAND " gemm --size 1024 --out c.npy";
    const Outcome outcome = run({"sh", {"-c", command}, {}}, folder);
    EXPECT_EQ(outcome.exit_code, failed) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("tangram: error: cannot write c.npy"), HasSubstr("too large")));
    EXPECT_EQ(folder.entries(), 0);
}

/// StarPU would abort as it reads what it could not write.
TEST(LimitedFiles, HoldWhatStarpuMeasures) {
    const TemporaryFolder folder;
    const std::string command = "ulimit -f 8; exec " TANGRAM_COMMAND " gemm --size 64";
    const Outcome outcome = run({"sh", {"-c", command}, {"STARPU_PERF_MODEL_DIR=" + folder.path().string()}}, folder);
    EXPECT_EQ(outcome.exit_code, unavailable) << outcome.err;
    EXPECT_THAT(outcome.err, StartsWith("tangram: error: the limit on files (ulimit -f) is"));
}

/// The exit status says what happened all the same.
TEST(UnwritableStderr, LosesLinesOnly) {
    const TemporaryFolder folder;
    for (const char* where : {"2> /dev/full", "2>&-"}) {
        EXPECT_EQ(redirected("gemm --size 64 --tile 32 --progress always", where, folder).exit_code, 0) << where;
        EXPECT_EQ(redirected("gemm --size -1", where, folder).exit_code, bad_input) << where;
        EXPECT_EQ(redirected("gemm --sched nothing", where, folder).exit_code, bad_input) << where;
    }
}

} // namespace
} // namespace tangram::apps
