/// `tangram-mpi gemm` on processes with emulated CUDA devices.

#include "tests/apps/mpi/mpi_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace tangram::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class NodesOnCuda : public MpiCommand {
  protected:
    /// Of 512 x 512 x 512 in tiles of 128, on two processes: 2 MB of each matrix, half of it at each of them.
    Outcome gemm(Words words, const std::string& variable = "EMULATED_CUDA_DELAY=200") {
        Words all{"-x",
                  variable,
                  TANGRAM_MPI_PROCESSES,
                  "2",
                  TANGRAM_MPI_COMMAND,
                  "gemm",
                  "--size",
                  "512",
                  "--tile",
                  "128",
                  "--beta",
                  "1"};
        all.insert(all.end(), words.begin(), words.end());
        return started(std::move(all));
    }
};

TEST_F(NodesOnCuda, ProductsAreRight) {
    const Outcome outcome = gemm({"--repeat", "2", "--node-speeds", "1,1"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\nverified: "));
    EXPECT_THAT(outcome.err, Not(HasSubstr("page-locked")));
}

/// Memory is locked anew when tiles have moved.
TEST_F(NodesOnCuda, ProductsWhoseZonesFollowTheSpeedsAreRight) {
    const Outcome outcome = gemm({"--repeat", "3", "--rebalance", "--node-speeds", "5,1"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\nverified: "));
}

/// One process says how much of its tiles is not: half of A, B and C.
TEST_F(NodesOnCuda, WarnWhereTheSystemLocksNoPages) {
    const Outcome outcome = gemm({"--repeat", "2", "--node-speeds", "1,1"}, "EMULATED_CUDA_FAIL=cudaHostRegister:1+");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\nverified: "));
    const std::string warning = "3.15 MB of the matrices are not page-locked";
    EXPECT_THAT(outcome.err, HasSubstr(warning));
    EXPECT_EQ(outcome.err.find(warning), outcome.err.rfind(warning));
}

} // namespace
} // namespace tangram::test
