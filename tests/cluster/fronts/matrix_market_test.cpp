#include "cluster/fronts/matrix_market.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace tangram::fronts {

using ::tangram::test::message_of;
using ::tangram::test::put;
using ::tangram::test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

class MatrixMarket : public ::testing::Test {
  protected:
    SparseMatrix read(const std::string& text) {
        put(file(), text);
        return read_matrix_market(file(), 1);
    }

    std::string error(const std::string& text) {
        return message_of<InvalidInput>([&] { static_cast<void>(read(text)); });
    }

    [[nodiscard]] std::filesystem::path file() const { return folder_ / "a.mtx"; }
    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

  private:
    TemporaryFolder folder_;
};

std::string with_header(const std::string& kind, const std::string& rest) {
    return "%%MatrixMarket matrix coordinate " + kind + "\n" + rest;
}

} // namespace

TEST_F(MatrixMarket, AGeneralMatrixGetsZerosWhereItsTransposeHasEntries) {
    //  4  .  2       4 0 2
    // -1  .  .  ->  -1 0 .
    //  .  .  .       0 . 0
    const SparseMatrix matrix = read(with_header("real general", "% made by hand\n\n3 3 3\n1 1 4\n2 1 -1e0\n1 3 +2\n"));
    EXPECT_EQ(matrix.size, 3);
    EXPECT_THAT(matrix.column_begin, ElementsAre(0, 3, 5, 7));
    EXPECT_THAT(matrix.rows, ElementsAre(0, 1, 2, 0, 1, 0, 2));
    EXPECT_THAT(matrix.values, ElementsAre(4, -1, 0, 0, 0, 2, 0));
    EXPECT_TRUE(has_symmetric_pattern(matrix));
}

TEST_F(MatrixMarket, ASymmetricMatrixIsMirrored) {
    const SparseMatrix matrix = read(with_header("integer symmetric", "2 2 3\n1 1 4\n2 1 3\n2 2 5\n"));
    EXPECT_THAT(matrix.rows, ElementsAre(0, 1, 0, 1));
    EXPECT_THAT(matrix.values, ElementsAre(4, 3, 3, 5));
}

TEST_F(MatrixMarket, ASkewSymmetricMatrixIsMirroredWithTheOtherSign) {
    const SparseMatrix matrix = read(with_header("real skew-symmetric", "2 2 1\n2 1 3\n"));
    EXPECT_THAT(matrix.rows, ElementsAre(0, 1, 0, 1));
    EXPECT_THAT(matrix.values, ElementsAre(0, 3, -3, 0));
}

TEST_F(MatrixMarket, APatternGetsDominantValues) {
    const SparseMatrix matrix = read(with_header("pattern general", "2 2 2\n2 1\n1 2\n"));
    EXPECT_THAT(matrix.rows, ElementsAre(0, 1, 0, 1));
    EXPECT_EQ(matrix.values[0], 1 - matrix.values[1]);
    EXPECT_EQ(matrix.values[3], 1 - matrix.values[2]);
}

TEST_F(MatrixMarket, EntriesThatAreThereTwiceAreAddedUp) {
    EXPECT_THAT(read(with_header("real general", "1 1 2\n1 1 3\n1 1 4\n")).values, ElementsAre(7));
}

TEST_F(MatrixMarket, CaseBlanksAndEndsOfLinesAreFree) {
    EXPECT_THAT(
        read("%%matrixmarket MATRIX Coordinate  Real\tGENERAL\r\n%\r\n 1\t1  1 \r\n\r\n% so\r\n 1 1  2.5").values,
        ElementsAre(2.5));
}

TEST_F(MatrixMarket, EveryFaultIsOneLineWithFileAndNumber) {
    const std::string real = "%%MatrixMarket matrix coordinate real general\n";
    const std::vector<std::pair<std::string, std::string>> faults = {
        {"", ":1: the first line is not"},
        {"\n", ":1: the first line is not"},
        {"1 1 1\n1 1 1\n", ":1: the first line is not"},
        {"%%MatrixMarket matrix coordinate real\n", ":1: the first line is not"},
        {"%%MatrixMarket vector coordinate real general\n", ":1: 'vector' in the header; here is allowed: matrix"},
        {"%%MatrixMarket matrix array real general\n", ":1: 'array' in the header; here is allowed: coordinate"},
        {"%%MatrixMarket matrix coordinate complex general\n", ":1: 'complex' in the header; here is allowed: real, "},
        {"%%MatrixMarket matrix coordinate real hermitian\n", ":1: 'hermitian' in the header"},
        {std::string(2000, 'x'), ":1: no line of at most 1024 characters"},
        {real, ":1: the file ends before the line with 'ROWS COLUMNS ENTRIES'"},
        {real + "% only\n% comments\n", ":3: the file ends before the line"},
        {real + "2 2\n", ":2: not three positive integers"},
        {real + "2 2 2 2\n", ":2: not three positive integers"},
        {real + "2 2 x\n", ":2: not three positive integers"},
        {real + "2 2 -2\n", ":2: not three positive integers"},
        {real + "0 0 0\n", ":2: not three positive integers"},
        {real + "2 2 99999999999999999999\n", ":2: not three positive integers"},
        {real + "2 3 4\n", ":2: 2 rows, 3 columns: only square"},
        {real + "3 3 2\n1 1 1\n2 2 2\n", ":2: 2 entries in 3 rows: the matrix is singular"},
        {real + "9223372036854775807 9223372036854775807 1\n1 1 1\n", ":2: 1 entries in"},
        {real + "9223372036854775807 9223372036854775807 9223372036854775807\n1 1 1\n",
         ":3: the file ends after 1 of 9223372036854775807 entries"},
        {real + "2 2 2\n1 1 1\n", ":3: the file ends after 1 of 2 entries"},
        {real + "1 1 1\n1 1\n", ":3: not 'ROW COLUMN VALUE'"},
        {real + "1 1 1\n1 1 1 1\n", ":3: not 'ROW COLUMN VALUE'"},
        {real + "1 1 1\n0 1 1\n", ":3: '0' is no row or column from 1 to 1"},
        {real + "1 1 1\n1 2 1\n", ":3: '2' is no row or column from 1 to 1"},
        {real + "1 1 1\n1.0 1 1\n", ":3: '1.0' is no row or column"},
        {real + "1 1 1\n1 1 nan\n", ":3: 'nan' is no finite real number"},
        {real + "1 1 1\n1 1 1e999\n", ":3: '1e999' is no finite real number"},
        {real + "1 1 1\n1 1 1D0\n", ":3: '1D0' is no finite real number"},
        {real + "1 1 1\n1 1 +\n", ":3: '+' is no finite real number"},
        {real + "1 1 1\n1 1 1\n1 1 1\n", ":4: text behind the last of 1 entries"},
        {real + "1 1 1\n1 1 " + std::string(1, '\0') + "1\n", ":3: '\\x001' is no finite"},
        {with_header("integer general", "1 1 1\n1 1 1.5\n"), ":3: '1.5' is no finite integer number"},
        {with_header("pattern general", "1 1 1\n1 1 1\n"), ":3: not 'ROW COLUMN'"},
        {with_header("real symmetric", "2 2 3\n1 1 1\n1 2 1\n2 2 1\n"), ":4: row 1, column 2: only entries on and"},
        {with_header("real skew-symmetric", "2 2 1\n1 1 1\n"), ":3: the diagonal of a skew-symmetric"},
    };
    for (const auto& [text, message] : faults) {
        EXPECT_THAT(error(text), AllOf(HasSubstr("a.mtx" + message), Not(HasSubstr("\n")))) << text;
    }
}

TEST_F(MatrixMarket, WhatIsNoFileIsNamed) {
    const auto error_of = [](const std::filesystem::path& path) {
        return message_of<InvalidInput>([&] { static_cast<void>(read_matrix_market(path, 1)); });
    };
    EXPECT_THAT(error_of(folder() / "none.mtx"), EndsWith("none.mtx: no regular file that can be read"));
    EXPECT_THAT(error_of(folder().path()), EndsWith(": no regular file that can be read"));
    ASSERT_EQ(mkfifo((folder() / "pipe.mtx").c_str(), 0600), 0); // to which nobody writes
    EXPECT_THAT(error_of(folder() / "pipe.mtx"), EndsWith("pipe.mtx: no regular file that can be read"));
}

TEST_F(MatrixMarket, ATruncatedFileIsNoMatrix) {
    const std::string whole = with_header("real general", "2 2 3\n1 1 4.25\n2 2 1\n2 1 3");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_THAT(error(whole.substr(0, length)), AllOf(HasSubstr("a.mtx:"), Not(HasSubstr("\n")))) << length;
    }
    EXPECT_EQ(error(whole), "");
}

TEST_F(MatrixMarket, DamagedFilesAreReadOrRefused) {
    const std::string whole = with_header("real general", "3 3 4\n1 1 4.25\n2 2 1\n3 1 3\n3 3 1e-3\n");
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        std::string damaged = whole;
        for (std::uint64_t change = 0; change <= dice.below(3); ++change) {
            damaged[dice.below(damaged.size())] = static_cast<char>(dice.below(256));
        }
        EXPECT_THAT(error(damaged), Not(HasSubstr("\n")));
    }
}

TEST_F(MatrixMarket, ManyEntriesAreNoProblem) {
    constexpr int size = 200'000;
    std::string text = fmt::format("{0} {0} {1}\n", size, 2 * size - 1);
    for (int k = 1; k <= size; ++k) {
        text += fmt::format("{0} {0} 2\n", k);
        text += k < size ? fmt::format("{} {} -1\n", k + 1, k) : "";
    }
    const SparseMatrix matrix = read(with_header("real symmetric", text));
    EXPECT_EQ(matrix.size, size);
    EXPECT_EQ(matrix.rows.size(), 3U * size - 2);
}

} // namespace tangram::fronts
