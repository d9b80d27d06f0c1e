/// Folders of platforms: platform.json, and a machine that is saved and simulated.

#include "apps/gemm/machines/saved_platform.hpp"
#include "apps/gemm/machines/synthetic_bus_files.hpp"
#include "apps/gemm/machines/synthetic_platform.hpp"
#include "base/error.hpp"
#include "tests/apps/command/command.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace tangram::apps {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Outcome;
using test::put;
using test::run;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;

TEST(PlatformFile, ComesBackAsItWasWritten) {
    PlatformDescription platform{.name = "node", .cpu_workers = 3, .cuda_devices = 2, .copy_engines = 5, .tile = 512};
    platform.nominal = NominalSpeeds{.cpu = 1e11, .gpus = {1e12, 5e11}, .float_factor = 16};
    const TemporaryFolder folder;
    put(folder / platform_file, to_json(platform));
    EXPECT_EQ(to_json(read_platform(folder.path())), to_json(platform));
    platform.nominal.reset();
    platform.opencl_devices = 1;
    put(folder / platform_file, to_json(platform));
    EXPECT_EQ(to_json(read_platform(folder.path())), to_json(platform));
    EXPECT_FALSE(read_platform(folder.path()).nominal);
}

/// Files of before there was the key are of machines that StarPU simulated by its own rule.
TEST(PlatformFile, WithoutCopyEnginesHasTwo) {
    json platform = json::parse(to_json({.name = "node", .cpu_workers = 3, .cuda_devices = 2, .copy_engines = 3}));
    platform.erase("copy_engines");
    const TemporaryFolder folder;
    put(folder / platform_file, platform.dump());
    EXPECT_EQ(read_platform(folder.path()).copy_engines, 2);
}

TEST(PlatformFile, MistakesNameTheFileAndTheKey) {
    const json good = json::parse(
        to_json({.name = "node", .cpu_workers = 3, .cuda_devices = 1, .nominal = NominalSpeeds{1e11, {1e12}, 2}}));
    const auto expect_refusal = [&](const json& bad, const std::string& word) {
        const TemporaryFolder folder;
        put(folder / platform_file, bad.dump());
        try {
            read_platform(folder.path());
            ADD_FAILURE() << bad;
        } catch (const InvalidInput& error) {
            EXPECT_THAT(error.what(), HasSubstr(platform_file));
            EXPECT_THAT(error.what(), HasSubstr(word)) << bad;
        }
    };
    expect_refusal(json::array(), "JSON object");
    for (const auto& [key, bad] : std::vector<std::pair<std::string, json>>{{"name", ""},
                                                                            {"name", "a/b"},
                                                                            {"name", 1},
                                                                            {"cpu_workers", -1},
                                                                            {"cpu_workers", 1.5},
                                                                            {"cpu_workers", 1e300},
                                                                            {"cuda_devices", 17},
                                                                            {"opencl_devices", "two"},
                                                                            {"copy_engines", 0},
                                                                            {"tile", 0},
                                                                            {"gflops", 5}}) {
        json platform = good;
        platform[key] = bad;
        expect_refusal(platform, key);
        if (key != "gflops" && key != "copy_engines") {
            platform.erase(key);
            expect_refusal(platform, key);
        }
    }
    for (const char* key : {"cpu", "gpus", "float_factor"}) {
        json platform = good;
        platform["gflops"].erase(key);
        expect_refusal(platform, key);
        platform["gflops"][key] = -1;
        expect_refusal(platform, key);
    }
    for (const double bad : {1e300, 1e-300, 1e10, 1e-4, 0.0}) {
        json platform = good;
        platform["gflops"]["cpu"] = bad;
        expect_refusal(platform, "'gflops.cpu' is " + json(bad).dump() + ", expected a number from 0.001 to 1e+09");
        platform = good;
        platform["gflops"]["gpus"][0] = bad;
        expect_refusal(platform, "'gflops.gpus[0]' is " + json(bad).dump());
        platform = good;
        platform["gflops"]["float_factor"] = bad;
        expect_refusal(platform, "'gflops.float_factor' is " + json(bad).dump());
    }
    json platform = good;
    platform["gflops"]["gpus"] = {1000, 1000};
    expect_refusal(platform, "gpus");
    platform = good;
    platform["opencl_devices"] = 1;
    expect_refusal(platform, "opencl_devices");
}

TEST(PlatformFile, DeepListsDoNotOverflowTheStack) {
    const TemporaryFolder folder;
    put(folder / platform_file, R"({"name": )" + std::string(200'000, '[') + std::string(200'000, ']') + "}");
    EXPECT_THAT(test::message_of<InvalidInput>([&] { read_platform(folder.path()); }),
                AllOf(HasSubstr(platform_file), HasSubstr("nested more than")));
}

/// A folder whose speeds nobody measured.
void put_nominal(const fs::path& saved) {
    const BusFiles bus = bus_files(parse_synthetic("synthetic:gpus=2,link_gbs=17"));
    put(saved / "bus/node.bandwidth", bus.bandwidth);
    put(saved / "bus/node.latency", bus.latency);
    put(saved / "bus/node.platform.v4.xml", bus.platform);
    put(saved / platform_file, to_json({.name = "node",
                                        .cpu_workers = 2,
                                        .cuda_devices = 2,
                                        .tile = 100,
                                        .nominal = NominalSpeeds{1e11, {3e12, 1e12}, 2}}));
}

TEST(SavedLinks, ThatNoMachineHasAreRefused) {
    const TemporaryFolder folder;
    put_nominal(folder.path());
    EXPECT_NO_THROW(check_saved_platform(folder.path()));
    for (const char* file : {"bus/node.bandwidth", "bus/node.latency"}) {
        const std::string good = test::contents(folder / file);
        for (const char* bad : {"1e+300", "1e-300", "-1", "nan", "inf"}) {
            std::string text = good;
            const std::size_t second = text.find('\t') + 1;
            text.replace(second, text.find('\t', second) - second, bad);
            put(folder / file, text);
            EXPECT_THAT(test::message_of<InvalidInput>([&] { check_saved_platform(folder.path()); }),
                        AllOf(HasSubstr(file), HasSubstr("row 0 has " + std::string(bad)), HasSubstr("expected 0 or")));
        }
        put(folder / file, good);
    }
}

TEST(SavedLinks, OfSimGridsDescriptionHaveRanges) {
    const TemporaryFolder folder;
    put_nominal(folder.path());
    const std::string file = "bus/node.platform.v4.xml";
    const std::string good = test::contents(folder / file);
    for (const std::string attribute : {"speed", "bandwidth", "latency"}) {
        for (const std::string bad : {"-5", "1e300", "nan", "x", ""}) {
            std::string text = good;
            const std::string start = fmt::format(" {}=\"", attribute);
            const std::size_t value = text.rfind(start) + start.size();
            text.replace(value, text.find('"', value) - value, bad);
            put(folder / file, text);
            EXPECT_THAT(test::message_of<InvalidInput>([&] { check_saved_platform(folder.path()); }),
                        HasSubstr(fmt::format("{}: {} is '{}', expected a number", file, attribute, bad)));
        }
    }
}

/// StarPU would want to measure, and abort.
TEST(SavedFolder, HasWholeMatrices) {
    const TemporaryFolder folder;
    put_nominal(folder.path());
    const fs::path file = folder / "bus/node.bandwidth";
    const std::string text = test::contents(file);
    put(file, text.substr(0, text.find_last_not_of("\t\n") + 1));
    EXPECT_THAT(test::message_of<InvalidInput>([&] { check_saved_platform(folder.path()); }),
                HasSubstr("node.bandwidth: it breaks off"));
}

/// StarPU would want to measure, and abort.
TEST(SavedFolder, HasNoControlCharactersInMatrices) {
    for (const std::string& bad : {std::string("\r"), std::string(20, '\0')}) {
        const TemporaryFolder folder;
        put_nominal(folder.path());
        const fs::path file = folder / "bus/node.latency";
        std::string text = test::contents(file);
        text.insert(text.find('\n', text.size() / 2), bad);
        put(file, text);
        EXPECT_THAT(test::message_of<InvalidInput>([&] { check_saved_platform(folder.path()); }),
                    HasSubstr("node.latency: it has control characters"));
    }
}

/// What is no file is refused, not copied: a pipe would block, a device not end.
TEST(SavedFolder, HoldsFilesOnly) {
    const std::vector<std::string> product{"gemm", "--platform", "saved", "--size", "64"};
    const auto outcome_with = [&](const std::string& name, const auto& make) {
        const TemporaryFolder folder;
        put_nominal(folder / "saved");
        fs::create_directories((folder / "saved" / name).parent_path());
        make(folder / "saved" / name);
        return run({TANGRAM_SIM_COMMAND, product, {"--unset=STARPU_NCPU", "--unset=STARPU_NCUDA"}}, folder);
    };
    for (const std::string name : {"bus/node.config", "codelets/45/other.node", "codelets/45/tangram_dgemm.node"}) {
        for (const Outcome& outcome :
             {outcome_with(name, [](const fs::path& path) { ASSERT_EQ(mkfifo(path.c_str(), 0600), 0); }),
              outcome_with(name, [](const fs::path& path) { fs::create_symlink("/dev/zero", path); }),
              outcome_with(name, [](const fs::path& path) { fs::create_symlink(path.filename(), path); })}) {
            EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
            EXPECT_THAT(outcome.err, HasSubstr("cannot read saved/" + name));
        }
    }
    EXPECT_EQ(outcome_with("bus/folder", [](const fs::path& path) { fs::create_directory(path); }).exit_code, 0);
}

/// The error of a simulation with a link's start `<link id="` written otherwise.
std::string error_with_link(const std::string& start) {
    const TemporaryFolder folder;
    put_nominal(folder / "saved");
    const fs::path file = folder / "saved/bus/node.platform.v4.xml";
    const std::string usual = "<link id=\"";
    std::string text = test::contents(file);
    text.replace(text.find(usual), usual.size(), start);
    put(file, text);
    const Outcome outcome = run({TANGRAM_SIM_COMMAND,
                                 {"gemm", "--platform", "saved", "--size", "64"},
                                 {"--unset=STARPU_NCPU", "--unset=STARPU_NCUDA"}},
                                folder);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    return outcome.err;
}

TEST(SavedFolder, IsNamedWhereSimGridCannotUseIt) {
    EXPECT_THAT(error_with_link("<lnk id=\""), HasSubstr(" saved/bus/node.platform.v4.xml:"));
    EXPECT_THAT(error_with_link("<link id=\"another"), testing::StartsWith("tangram-sim: error: saved: "));
}

TEST(SavedFolder, IsNoLinkToItself) {
    const TemporaryFolder folder;
    fs::create_symlink("saved", folder / "saved");
    EXPECT_EQ(run({TANGRAM_SIM_COMMAND, {"gemm", "--platform", "saved", "--size", "64"}, {}}, folder).exit_code, 2);
}

/// The machine of the test's environment: CPU workers and OpenCL devices that run on the CPU.
class SavedMachine : public testing::Test {
  protected:
    /// For tangram-sim, which brings workers and models of its own.
    const std::vector<std::string> own_machine_{"--unset=STARPU_NCPU", "--unset=STARPU_NCUDA",
                                                "--unset=STARPU_PERF_MODEL_DIR"};

    json machine(const std::string& program, const std::vector<std::string>& options) {
        std::vector<std::string> words{"machine", "--size", "1024", "--json", "-"};
        words.insert(words.end(), options.begin(), options.end());
        const Outcome outcome =
            run({program, words, program == TANGRAM_SIM_COMMAND ? own_machine_ : std::vector<std::string>()}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return json::parse(outcome.out);
    }

    /// On the machine that is saved.
    json simulated_product(const std::string& size) {
        const Outcome outcome =
            run({TANGRAM_SIM_COMMAND, {"gemm", "--platform", "saved", "--size", size, "--json", "-"}, own_machine_},
                folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return json::parse(outcome.out);
    }

    [[nodiscard]] fs::path saved() const { return folder_ / "saved"; }

    TemporaryFolder folder_;
};

TEST_F(SavedMachine, IsSimulatedWithItsSpeedsAndLinks) {
    const json real = machine(TANGRAM_COMMAND, {"--tile", "128", "--save-platform", "saved"});
    const json simulated = machine(TANGRAM_SIM_COMMAND, {"--platform", "saved"});
    EXPECT_EQ(simulated["simulated"], true);
    EXPECT_EQ(simulated["platform"], real["platform"]);
    EXPECT_EQ(simulated["tile"], 128);
    EXPECT_EQ(simulated["links"], real["links"]);
    EXPECT_TRUE(simulated["shared_bytes_per_second"].is_null()) << "nobody measured what the emulated devices share";
    ASSERT_EQ(simulated["nodes"].size(), real["nodes"].size());
    for (std::size_t node = 0; node < real["nodes"].size(); ++node) {
        EXPECT_EQ(simulated["nodes"][node]["name"], real["nodes"][node]["name"]);
        EXPECT_EQ(simulated["nodes"][node]["workers"], real["nodes"][node]["workers"]);
        const double speed = real["nodes"][node]["speed"];
        EXPECT_NEAR(simulated["nodes"][node]["speed"].get<double>(), speed, 1e-5 * speed); // models' files are rounded
    }
    EXPECT_EQ(simulated_product("1024")["tasks"], 512);
}

TEST_F(SavedMachine, MayHaveNoDevices) {
    const Outcome saving = run({TANGRAM_COMMAND,
                                {"machine", "--tile", "128", "--save-platform", "saved"},
                                {"STARPU_NCUDA=0", "STARPU_NOPENCL=0"}},
                               folder_);
    ASSERT_EQ(saving.exit_code, 0) << saving.err;
    const json simulated = machine(TANGRAM_SIM_COMMAND, {"--platform", "saved"});
    EXPECT_EQ(simulated["nodes"].size(), 1);
    EXPECT_EQ(simulated_product("512")["tasks"], 64);
}

TEST_F(SavedMachine, MayHaveSpeedsThatNobodyMeasured) {
    put_nominal(saved());
    const json simulated = machine(TANGRAM_SIM_COMMAND, {"--platform", "saved"});
    EXPECT_EQ(simulated["platform"], "node");
    EXPECT_EQ(simulated["tile"], 100);
    EXPECT_NEAR(simulated["nodes"][0]["speed"].get<double>(), 200, 1e-3);
    EXPECT_NEAR(simulated["nodes"][1]["speed"].get<double>(), 3000, 1e-2);
    EXPECT_NEAR(simulated["nodes"][2]["speed"].get<double>(), 1000, 1e-2);
    EXPECT_EQ(simulated["links"][0]["bytes_per_second"], 17e9);
}

/// What a file does not say is named before StarPU stumbles over it.
TEST_F(SavedMachine, WithoutAFileIsRefused) {
    machine(TANGRAM_COMMAND, {"--tile", "128", "--save-platform", "saved"});
    const std::string host = read_platform(saved()).name;
    EXPECT_NO_THROW(check_saved_platform(saved()));
    for (const char* ending : {"bandwidth", "latency", "platform.v4.xml"}) {
        const fs::path file = saved() / "bus" / (host + "." + ending);
        const std::string text = test::contents(file);
        fs::remove(file);
        EXPECT_THROW(check_saved_platform(saved()), InvalidInput) << ending;
        for (const std::string& broken : {std::string("nonsense\n"), text.substr(0, text.size() / 64)}) {
            put(file, broken);
            EXPECT_THROW(check_saved_platform(saved()), InvalidInput) << ending;
        }
        put(file, text);
    }
    const fs::path model = saved() / "codelets/45" / ("tangram_dgemm." + host);
    const std::string text = test::contents(model);
    put(model, "nonsense\n");
    EXPECT_THROW(check_saved_platform(saved()), InvalidInput);
    put(model, text.substr(0, text.size() - 20));
    EXPECT_THROW(check_saved_platform(saved()), InvalidInput);
    put(model, text);
    EXPECT_NO_THROW(check_saved_platform(saved()));
}

} // namespace
} // namespace tangram::apps
