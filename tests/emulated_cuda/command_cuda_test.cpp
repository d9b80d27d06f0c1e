/// `tangram gemm` on emulated CUDA devices: StarPU's own driver, asynchronous kernels and copies, and what goes wrong
/// on GPUs. The environment (CMakeLists.txt) names the devices.

#include "tests/apps/command/command.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using tangram::test::Outcome;
using tangram::test::run;
using tangram::test::TemporaryFolder;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Words = std::vector<std::string>;

/// On the GPU alone; without other words matrices of 25 MB in tiles of 128, read and written.
Outcome gemm(const TemporaryFolder& folder, Words environment,
             const Words& words = {"--size", "1024", "--tile", "128", "--beta", "1"}) {
    Words arguments{"gemm", "--verify", "freivalds"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    environment.insert(environment.begin(), {"STARPU_NCPU=0", "STARPU_NCUDA=1"});
    return run({TANGRAM_COMMAND, arguments, std::move(environment)}, folder);
}

class Cuda : public testing::Test {
  protected:
    TemporaryFolder folder_;
};

/// Without STARPU_NCUDA, of which StarPU would start all.
TEST_F(Cuda, ComputesOnTheDeviceThatIsListed) {
    const Words words{"gemm", "--size", "256", "--tile", "128"};
    const Outcome outcome =
        run({TANGRAM_COMMAND, words, {"--unset=STARPU_NCUDA", "STARPU_NCPU=0", "STARPU_WORKERS_CUDAID=1"}}, folder_);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("CUDA 1"), Not(HasSubstr("CUDA 0"))));
}

TEST_F(Cuda, RefusesListsThatStarpuWouldHangOrEndOn) {
    const auto refused = [&](const char* list, const char* number) {
        return run({TANGRAM_COMMAND, {"gemm", "--size", "8"}, {list, number}}, folder_);
    };
    const Outcome missing = refused("STARPU_WORKERS_CUDAID=0 5", "STARPU_NCUDA=2");
    EXPECT_EQ(missing.exit_code, 77);
    EXPECT_THAT(missing.err, HasSubstr("device 5, but CUDA finds 2"));
    EXPECT_EQ(refused("STARPU_WORKERS_CUDAID=1 1", "STARPU_NCUDA=2").exit_code, 2);
    EXPECT_EQ(refused("STARPU_WORKERS_CUDAID=1", "STARPU_NCUDA=2").exit_code, 2);
    EXPECT_EQ(refused("STARPU_NWORKER_PER_CUDA=48", "STARPU_NCUDA=2").exit_code, 2);
}

TEST_F(Cuda, SavesHowManyCopyEnginesItsDevicesHave) {
    const Words words{"machine", "--tile", "128", "--save-platform", "saved", "--json", "-"};
    const Outcome outcome = run({TANGRAM_COMMAND, words, {"STARPU_NCPU=0", "STARPU_NCUDA=1"}}, folder_);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    std::ifstream file(folder_ / "saved" / "platform.json");
    EXPECT_EQ(nlohmann::json::parse(file)["copy_engines"], 3);
}

/// StarPU has 96 workers at most.
TEST_F(Cuda, LeavesRoomForCpuWorkers) {
    const auto exit_code = [&](const char* workers) {
        return run({TANGRAM_COMMAND, {"gemm", "--size", "8"}, {workers, "STARPU_NCUDA=2", "STARPU_NCPU=3"}}, folder_)
            .exit_code;
    };
    EXPECT_EQ(exit_code("STARPU_NWORKER_PER_CUDA=47"), 2);
    EXPECT_EQ(exit_code("STARPU_NWORKER_PER_CUDA=2"), 0);
}

TEST_F(Cuda, StartsNoDeviceForZero) {
    const Outcome outcome =
        run({TANGRAM_COMMAND, {"gemm", "--size", "8"}, {"STARPU_NCUDA=0", "STARPU_WORKERS_CUDAID=5", "STARPU_NCPU=1"}},
            folder_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(Cuda, MovesEachTileOnceAndVerifies) {
    const Outcome outcome = gemm(folder_, {}, {"--size", "1024", "--tile", "128", "--beta", "1", "--json", "-"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto report = nlohmann::json::parse(outcome.out);
    EXPECT_TRUE(report.at("verified"));
    EXPECT_EQ(report.at("bytes_total"), 4 * 8 * 1024 * 1024) << "A, B, C and C again";
}

TEST_F(Cuda, StagesWhatIsPageable) {
    const Outcome outcome = gemm(folder_, {},
                                 {"--size", "1024", "--tile", "128", "--beta", "1", "--json", "-", "--repeat", "2",
                                  "--host-memory", "pageable"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto report = nlohmann::json::parse(outcome.out);
    EXPECT_TRUE(report.at("verified"));
    EXPECT_EQ(report.at("bytes_total"), 4 * 8 * 1024 * 1024) << "A, B, C and C again";
    EXPECT_GE(report.at("staging_threads"), 1);
}

/// Tiles come and go, and those at the edges are smaller, so that StarPU frees memory of the device meanwhile.
TEST_F(Cuda, StagesWhatItsMemoryDoesNotHold) {
    const Outcome outcome = gemm(folder_, {"STARPU_LIMIT_CUDA_MEM=40"},
                                 {"--size", "2051", "--tile", "512", "--beta", "1", "--host-memory", "pageable"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("host memory  pageable; "), HasSubstr("result       verified")));
}

/// Tiles go from device to device, and reductions' auxiliary ones are none of the matrices'.
TEST_F(Cuda, StagesBesideOtherNodes) {
    const Words words{"gemm",   "--m", "389",      "--n", "517",      "--k",  "2051",          "--tile",  "128",
                      "--beta", "1",   "--repeat", "2",   "--verify", "full", "--host-memory", "pageable"};
    for (const char* strategy : {"auto", "3d-nrrp-rounded-redux-effective-steal", "dmda"}) {
        Words arguments = words;
        arguments.insert(arguments.end(), {"--sched", strategy});
        const Outcome outcome = run({TANGRAM_COMMAND, arguments, {"STARPU_NCPU=1", "STARPU_NCUDA=2"}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, AllOf(HasSubstr("host memory  pageable; "), HasSubstr("result       verified")))
            << strategy;
    }
}

TEST_F(Cuda, PageLocksWhereItCannotStage) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_FAIL=cudaHostAlloc:1+"},
                                 {"--size", "512", "--tile", "128", "--beta", "1", "--host-memory", "pageable"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("the matrices are page-locked instead of staged"));
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("host memory  pageable; page-locked"), HasSubstr("result       verified")));
}

TEST_F(Cuda, ReportsAStagedCopyThatFails) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_FAIL=cudaMemcpy2DAsync:5"},
                                 {"--size", "1024", "--tile", "128", "--beta", "1", "--host-memory", "pageable"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "tangram: error: copying to a GPU: unknown error\n");
    EXPECT_EQ(outcome.out, "");
}

/// One of StarPU's chunks, 32 MiB, for tiles of 96 MiB.
TEST_F(Cuda, MultipliesWhatItsMemoryDoesNotHold) {
    const Outcome outcome =
        gemm(folder_, {"STARPU_LIMIT_CUDA_MEM=40"}, {"--size", "2048", "--tile", "256", "--beta", "1", "--json", "-"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto report = nlohmann::json::parse(outcome.out);
    EXPECT_TRUE(report.at("verified"));
    EXPECT_GT(report.at("bytes_total"), 4 * 8 * 2048 * 2048);
}

/// Every second kernel takes forty times as long: far from any mean, which StarPU's own calibration would never trust.
/// On a busy machine each one takes some milliseconds more; four times as long would hardly show there.
TEST_F(Cuda, PlansWithKernelTimesThatVaryAndSaysSo) {
    const auto multiply = [&] {
        return run({TANGRAM_COMMAND,
                    {"gemm", "--size", "256", "--tile", "128", "--verify", "none"},
                    {"STARPU_NCPU=0", "STARPU_NCUDA=1", "STARPU_PERF_MODEL_DIR=" + folder_.path().string(),
                     "EMULATED_CUDA_GFLOPS=2", "EMULATED_CUDA_SLOWDOWN=40"}},
                   folder_);
    };
    const Outcome outcome = multiply();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("warning: the kernel's times on CUDA 0 vary: the middle half of "),
                                   HasSubstr("is the machine busy? STARPU_CALIBRATE=2 measures again")));
    const Outcome later = multiply();
    ASSERT_EQ(later.exit_code, 0) << later.err;
    EXPECT_THAT(later.err, Not(HasSubstr("calibrating"))) << "the model is kept";
}

/// Of two thirds of a second each: fewer runs than StarPU wants before it trusts a model.
TEST_F(Cuda, KeepsTheModelOfASlowKernel) {
    const auto multiply = [&] {
        return run({TANGRAM_COMMAND,
                    {"gemm", "--size", "256", "--tile", "256", "--verify", "none"},
                    {"STARPU_NCPU=0", "STARPU_NCUDA=1", "STARPU_PERF_MODEL_DIR=" + folder_.path().string(),
                     "EMULATED_CUDA_GFLOPS=0.05"}},
                   folder_);
    };
    const Outcome outcome = multiply();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("calibrating"));
    const Outcome later = multiply();
    ASSERT_EQ(later.exit_code, 0) << later.err;
    EXPECT_THAT(later.err, Not(HasSubstr("calibrating")));
}

TEST_F(Cuda, ReportsAKernelThatFails) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_FAIL=cublasDgemm_v2:5"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "tangram: error: cuBLAS's GEMM failed: the function failed to launch on the GPU\n");
    EXPECT_EQ(outcome.out, "");
}

/// The fault is found when the kernel has run, by StarPU, which then gives up: as it asks for the kernel or for a copy.
TEST_F(Cuda, ReportsAFaultOfAKernel) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_FAIL=kernel:5"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("an illegal memory access was encountered"),
                      HasSubstr("\ntangram: error: the run was aborted; the lines above, if any, say why\n")));
    EXPECT_EQ(outcome.out, "");
}

TEST_F(Cuda, ReportsThatCublasDoesNotStart) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_FAIL=cublasCreate_v2:1+"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "tangram: error: cuBLAS does not start: the library was not initialized\n");
}

/// Files that are no libraries stand where it is looked for first.
TEST_F(Cuda, SaysThatCublasDoesNotLoad) {
    const TemporaryFolder wrong;
    for (int version = 10; version < 30; ++version) {
        tangram::test::put(wrong / fmt::format("libcublas.so.{}", version), "");
    }
    const char* libraries = std::getenv("LD_LIBRARY_PATH");
    const Outcome outcome = gemm(
        folder_, {fmt::format("LD_LIBRARY_PATH={}:{}", wrong.path().string(), libraries == nullptr ? "" : libraries)});
    EXPECT_EQ(outcome.exit_code, 77);
    EXPECT_THAT(outcome.err, AllOf(StartsWith("tangram: error: cuBLAS does not load: "), HasSubstr("file too short"),
                                   EndsWith(" (STARPU_NCUDA=0 does without GPUs)\n")));
    EXPECT_EQ(outcome.out, "");
}

TEST_F(Cuda, SaysThatThereIsNoDevice) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_DEVICES=0"});
    EXPECT_EQ(outcome.exit_code, 77);
    EXPECT_EQ(outcome.err, "tangram: error: STARPU_NCUDA is 1, but CUDA finds 0 devices: no CUDA-capable device is "
                           "detected\n");
}

TEST_F(Cuda, TakesWhatOthersLeaveOfAMemory) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_OTHERS=900"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("CUDA 0 has 130.02 MB of 1.07 GB free"));
    EXPECT_THAT(outcome.out, HasSubstr("result       verified"));
}

TEST_F(Cuda, SaysThatOthersLeaveTooLittle) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_OTHERS=1000"});
    EXPECT_EQ(outcome.exit_code, 77);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("tangram: error: CUDA 0 has 25.17 MB of 1.07 GB free"), HasSubstr("leave it out")));
}

/// Tiles of 5 MB, more than StarPU divides chunks in, are taken one by one; 48 of them make up the matrices.
TEST_F(Cuda, GoesOnWhereOthersTakeTheMemoryLater) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_OTHERS=920", "EMULATED_CUDA_OTHERS_LATE=30"},
                                 {"--size", "3200", "--tile", "800"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("result       verified"));
}

/// What is left holds fewer tiles than are on their way home from there when idle, so that nothing could come before
/// (cmake/patches, outgoing-requests).
TEST_F(Cuda, GoesOnWhereOthersTakeNearlyAllMemoryLater) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_OTHERS=960", "EMULATED_CUDA_OTHERS_LATE=10"},
                                 {"--size", "3200", "--tile", "800"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("tangram: warning: CUDA 0 has room for "));
    EXPECT_THAT(outcome.out, HasSubstr("result       verified"));
}

/// StarPU must not count what it asked for in vain meanwhile (cmake/patches, failed-allocations).
TEST_F(Cuda, WaitsForMemoryThatOthersGiveBack) {
    const Outcome outcome =
        gemm(folder_, {"EMULATED_CUDA_OTHERS=1010", "EMULATED_CUDA_OTHERS_LATE=5", "EMULATED_CUDA_OTHERS_LEAVE=10000"},
             {"--size", "3200", "--tile", "800"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("result       verified"));
}

/// Not even three tiles fit then: StarPU would look for room for ever.
TEST_F(Cuda, EndsWhereOthersLeaveNoRoomForATaskLater) {
    const Words words{"--size", "3200", "--tile", "800", "--patience", "1"};
    ASSERT_EQ(gemm(folder_, {}, words).exit_code, 0) << "there are models then";
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_OTHERS=1010", "EMULATED_CUDA_OTHERS_LATE=5"}, words);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(
        outcome.err,
        AllOf(
            HasSubstr("tangram: error: no task has ended for "), HasSubstr(" s: CUDA 0 has room for "),
            HasSubstr("of tiles; other processes use the rest. Tasks that need 79.63 MB may wait for ever: free some"),
            HasSubstr("; tasks of the product: "), HasSubstr(" are held by workers; other tasks: ")));
    EXPECT_EQ(outcome.out, "");
}

TEST_F(Cuda, EndsWhereOthersLeaveNoRoomForModels) {
    const std::string models = "STARPU_PERF_MODEL_DIR=" + folder_.path().string();
    ASSERT_EQ(gemm(folder_, {models}, {"--size", "100"}).exit_code, 0) << "links are known then";
    const Outcome outcome = gemm(folder_, {models, "EMULATED_CUDA_OTHERS=1010", "EMULATED_CUDA_OTHERS_LATE=1"},
                                 {"--size", "3200", "--tile", "800", "--patience", "1", "--progress", "always"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("calibrating on 1 workers\n"), HasSubstr("tangram: error: no task has ended for ")));
}

/// StarPU measures links as it starts, and aborts. (PoCL, where it is installed, takes aborts for itself meanwhile.)
TEST_F(Cuda, EndsWhereOthersLeaveNoRoomForItsStart) {
    const std::string folder = folder_.path().string();
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_OTHERS=1010", "EMULATED_CUDA_OTHERS_LATE=1",
                                           "STARPU_PERF_MODEL_DIR=" + folder, "OCL_ICD_VENDORS=" + folder});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("out of memory"), HasSubstr("tangram: error: the run was aborted; ")));
}

TEST_F(Cuda, WarnsWhereTheSystemLocksNoPages) {
    const Outcome outcome = gemm(folder_, {"EMULATED_CUDA_FAIL=cudaHostRegister:1+"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("25.17 MB of the matrices are not page-locked"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("host memory")));
    EXPECT_THAT(outcome.out, HasSubstr("result       verified"));
}

} // namespace
