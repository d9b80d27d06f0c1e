/// Files of StarPU's that are cut off are found, and made anew.

#include "apps/gemm/machines/damaged_models.hpp"

#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/support/starpu_file.hpp"
#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tangram::apps {
namespace {

using test::put;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view configuration = "# Current configuration\n4 # Number of CPUs\n2 # Number of NUMA nodes\n"
                                           "2 # Number of CUDA devices\n1 # Number of OpenCL devices\n"
                                           "0 # Number of MIC devices\n0 # Number of MPI devices\n";
constexpr std::string_view affinity = "# GPU\tNUMA0\tNUMA1\t\n0\t0\t1\t\n1\t1\t0\t\n0\t0\t1\t\n";
constexpr std::string_view description = "<?xml version='1.0'?>\n<platform version=\"4\">\n</platform>\n";

/// Files of a machine `host`, all of them whole.
class DamagedModels : public testing::Test {
  protected:
    DamagedModels() {
        put(bus("config"), configuration);
        put(bus("affinity"), affinity);
        put(bus("platform.xml"), description);
        put(bus("platform.v4.xml"), description);
        put(bus("lock"), "");
        put(codelet("tangram_dgemm.host"), model_);
    }

    [[nodiscard]] std::filesystem::path bus(const std::string& kind) const { return folder_ / ("bus/host." + kind); }
    [[nodiscard]] std::filesystem::path codelet(const std::string& name) const {
        return folder_.path() / codelets_folder / name;
    }
    /// The lines about damaged files, which are there again afterwards.
    [[nodiscard]] std::vector<std::string> found() const {
        const std::string config = test::contents(bus("config"));
        const std::string model = test::contents(codelet("tangram_dgemm.host"));
        std::vector<std::string> lines = remove_damaged_models(folder_.path(), "host");
        put(bus("config"), config);
        put(codelet("tangram_dgemm.host"), model);
        return lines;
    }

    TemporaryFolder folder_;
    std::string model_ = history_model({{0x24c84a50, 22118400, {{ModelDevice::cpu, 0, 2000}}}});
};

TEST_F(DamagedModels, AreNoneWhereAllAreWhole) {
    EXPECT_THAT(found(), IsEmpty());
    EXPECT_THAT(remove_damaged_models(folder_ / "none", "host"), IsEmpty());
}

/// What MIC and MPI need may be missing: StarPU takes it for 0.
TEST_F(DamagedModels, AreConfigurationsCutAnywhere) {
    const std::size_t needed = configuration.find("0 # Number of MIC");
    for (std::size_t length = 0; length < needed; ++length) {
        put(bus("config"), configuration.substr(0, length));
        EXPECT_THAT(found(), ElementsAre(HasSubstr("host.config is damaged"))) << length;
    }
    put(bus("config"), configuration.substr(0, needed));
    EXPECT_THAT(found(), IsEmpty());
    put(bus("config"), std::string("four") + std::string(configuration));
    EXPECT_THAT(found(), ElementsAre(HasSubstr("host.config is damaged")));
}

TEST_F(DamagedModels, AreAffinitiesCutAnywhere) {
    for (std::size_t length = 0; length < affinity.size(); ++length) {
        put(bus("affinity"), affinity.substr(0, length));
        EXPECT_THAT(found(), ElementsAre(HasSubstr("host.affinity is damaged"))) << length;
    }
}

TEST_F(DamagedModels, AreMatricesCutOff) {
    for (const char* kind : {"bandwidth", "latency"}) {
        for (const char* text : {"", "1\t2", "1\t2\n", "# to 0\n1\t2\r\n"}) {
            put(bus(kind), text);
            EXPECT_THAT(found(), ElementsAre(HasSubstr(std::string(kind) + " is damaged"))) << text;
        }
        std::filesystem::remove(bus(kind));
    }
}

TEST_F(DamagedModels, AreDescriptionsCutBeforeTheirEnd) {
    const std::size_t end = description.find("</platform>");
    for (std::size_t length = 0; length <= end; ++length) {
        put(bus("platform.v4.xml"), description.substr(0, length));
        EXPECT_THAT(found(), ElementsAre(HasSubstr("host.platform.v4.xml is damaged"))) << length;
    }
}

/// StarPU takes an empty one for none.
TEST_F(DamagedModels, AreModelsOfOursAndThisMachine) {
    for (std::size_t length = 1; length <= model_.find_last_not_of('\n'); ++length) {
        put(codelet("tangram_dgemm.host"), model_.substr(0, length));
        EXPECT_THAT(found(), ElementsAre(HasSubstr("tangram_dgemm.host is damaged"))) << length;
    }
    put(codelet("tangram_dgemm.host"), "");
    put(codelet("tangram_dgemm.another"), "cut");
    put(codelet("others_dgemm.host"), "cut");
    put(codelet("tangram_dgemm.dotted.host"), "cut");
    EXPECT_THAT(found(), IsEmpty());
    put(codelet("tangram_sgemm_cores2.host"), "cut");
    EXPECT_THAT(found(), ElementsAre(HasSubstr("tangram_sgemm_cores2.host is damaged")));
}

/// StarPU measures all links where there is no configuration.
TEST_F(DamagedModels, GoAwayWithALineEach) {
    put(bus("affinity"), "# GPU\tNU");
    put(codelet("tangram_dgemm.host"), "cut");
    EXPECT_THAT(remove_damaged_models(folder_.path(), "host"),
                ElementsAre(HasSubstr("host.affinity is damaged"), HasSubstr("tangram_dgemm.host is damaged")));
    EXPECT_FALSE(exists(bus("config")));
    EXPECT_FALSE(exists(codelet("tangram_dgemm.host")));
    EXPECT_THAT(remove_damaged_models(folder_.path(), "host"), IsEmpty());
}

/// Another process holds it while it writes.
TEST_F(DamagedModels, AreNotThoseThatAnotherProcessWrites) {
    put(codelet("tangram_dgemm.host"), "cut");
    const pid_t writer = fork();
    if (writer == 0) { // locks are a process's
        const StarpuFile file(codelet("tangram_dgemm.host").string());
        put(folder_ / "locked", "");
        while (!exists(folder_ / "waiting")) {
        }
        put(codelet("tangram_dgemm.host"), model_);
        _exit(0);
    }
    while (!exists(folder_ / "locked")) {
    }
    put(folder_ / "waiting", "");
    EXPECT_THAT(remove_damaged_models(folder_.path(), "host"), IsEmpty());
    EXPECT_EQ(waitpid(writer, nullptr, 0), writer);
    EXPECT_EQ(test::contents(codelet("tangram_dgemm.host")), model_);
}

/// To be told, not to be removed.
TEST_F(DamagedModels, AreNotThoseThatCannotBeRead) {
    for (const char* kind : {"bandwidth", "latency", "config"}) {
        std::filesystem::remove(bus(kind));
        std::filesystem::create_directory(bus(kind));
        EXPECT_THAT(test::message_of<InvalidInput>([&] { (void)remove_damaged_models(folder_.path(), "host"); }),
                    HasSubstr("cannot read"))
            << kind;
        std::filesystem::remove(bus(kind));
        ASSERT_EQ(mkfifo(bus(kind).c_str(), S_IRUSR | S_IWUSR), 0);
        EXPECT_THAT(test::message_of<InvalidInput>([&] { (void)remove_damaged_models(folder_.path(), "host"); }),
                    HasSubstr("not a regular file"))
            << kind;
        std::filesystem::remove(bus(kind));
    }
}

/// StarPU would abort at its end, after all the work.
TEST_F(DamagedModels, MustBeWritableWhereStarpuMeasures) {
    for (const std::filesystem::path& path : {bus("affinity"), codelet("tangram_dgemm.host")}) {
        std::filesystem::permissions(path, std::filesystem::perms::owner_read);
        if (access(path.c_str(), W_OK) == 0) {
            GTEST_SKIP() << "root may write anywhere";
        }
        EXPECT_THAT(test::message_of<InvalidInput>([&] { (void)found(); }), HasSubstr("StarPU cannot write"));
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }
}

/// StarPU reads neither the configuration nor the affinity there, and cannot measure.
TEST_F(DamagedModels, OfSimulationsAreThoseThatTheyRead) {
    std::string matrix;
    constexpr int rows = 200; // no fewer than StarPU reads
    for (int row = 0; row < rows; ++row) {
        matrix += "1\tnan\n";
    }
    const auto fault = [&] {
        return test::message_of<InvalidInput>([&] { check_simulated_models(folder_.path(), "host"); });
    };
    put(bus("config"), "cut");
    put(bus("affinity"), "cut");
    put(bus("platform.xml"), "cut");
    put(bus("bandwidth"), matrix);
    put(bus("latency"), matrix);
    EXPECT_EQ(fault(), "");
    for (const char* kind : {"bandwidth", "latency"}) {
        for (const std::size_t length : {std::size_t{0}, matrix.size() / rows, matrix.size() - 1}) {
            put(bus(kind), matrix.substr(0, length));
            EXPECT_THAT(fault(), HasSubstr(std::string(kind) + " is damaged")) << length;
        }
        put(bus(kind), matrix);
    }
    put(bus("platform.v4.xml"), "cut");
    EXPECT_THAT(fault(), HasSubstr("v4.xml is damaged"));
    put(bus("platform.v4.xml"), description);
    put(codelet("tangram_dgemm.host"), "cut");
    EXPECT_THAT(fault(), HasSubstr("dgemm.host is damaged"));
}

} // namespace
} // namespace tangram::apps
