#include "apps/gemm/matrix/npy.hpp"

#include "apps/gemm/matrix/npy_dictionary.hpp"
#include "apps/gemm/matrix/npy_parts.hpp"
#include "apps/gemm/support/random.hpp"
#include "base/error.hpp"
#include "tests/apps/numpy.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using test::contents;
using test::message_of;
using test::put;
using test::run_python;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The bytes of an .npy file: magic, version, length of the dictionary, dictionary, data.
std::string npy(const std::string& dictionary, std::size_t data_bytes, char major = 1, char minor = 0) {
    std::string length;
    for (std::size_t rest = dictionary.size(), i = 0; i < (major == 1 ? 2U : 4U); ++i, rest >>= 8) {
        length += static_cast<char>(rest & 0xff);
    }
    return "\x93NUMPY"s + major + minor + length + dictionary + std::string(data_bytes, '\0');
}

const std::string valid_dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }";

template <class T> Matrix<T> random_matrix(std::int64_t rows, std::int64_t columns, Layout layout) {
    Matrix<T> matrix(rows, columns, layout);
    matrix.fill_random(11);
    return matrix;
}

template <class T> class Npy : public testing::Test {
  protected:
    TemporaryFolder folder_;
};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Npy, Precisions);

template <class T> void expect_equal(MatrixView<const T> actual, MatrixView<const T> expected) {
    ASSERT_EQ(actual.rows, expected.rows);
    ASSERT_EQ(actual.columns, expected.columns);
    for (std::int64_t i = 0; i < actual.rows; ++i) {
        for (std::int64_t j = 0; j < actual.columns; ++j) {
            ASSERT_EQ(actual(i, j), expected(i, j)) << "at " << i << ", " << j;
        }
    }
}

TYPED_TEST(Npy, ComesBackAsItWasWritten) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        for (const auto& [rows, columns] :
             {std::pair<std::int64_t, std::int64_t>{3, 4}, {1, 1}, {1, 900}, {900, 1}, {300, 200}, {0, 4}, {4, 0}}) {
            const Matrix<TypeParam> matrix = random_matrix<TypeParam>(rows, columns, layout);
            write_npy<TypeParam>(this->folder_ / "m.npy", matrix.view());
            const Matrix<TypeParam> again = read_npy<TypeParam>(this->folder_ / "m.npy");
            EXPECT_EQ(again.layout(), layout);
            expect_equal(again.view(), matrix.view());
        }
    }
}

TYPED_TEST(Npy, WritesTheInsideOfALargerMatrix) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        const Matrix<TypeParam> matrix = random_matrix<TypeParam>(50, 50, layout);
        const MatrixView<const TypeParam> inside{&matrix.view()(2, 3), 10, 20, 50, layout};
        write_npy<TypeParam>(this->folder_ / "m.npy", inside);
        const Matrix<TypeParam> again = read_npy<TypeParam>(this->folder_ / "m.npy");
        expect_equal(again.view(), inside);
    }
}

TYPED_TEST(Npy, PartsAreReadWhereTheyLie) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        const Matrix<TypeParam> matrix = random_matrix<TypeParam>(7, 11, layout);
        write_npy<TypeParam>(this->folder_ / "m.npy", matrix.view());
        const NpyPartsReader<TypeParam> file(this->folder_ / "m.npy");
        EXPECT_EQ(file.header().rows, 7);
        for (const Layout order : {Layout::column_major, Layout::row_major}) {
            Matrix<TypeParam> room(3, 5, order);
            file.read(4, 6, room.view()); // to the last element
            for (std::int64_t i = 0; i < 3; ++i) {
                for (std::int64_t j = 0; j < 5; ++j) {
                    ASSERT_EQ(room.view()(i, j), matrix.view()(4 + i, 6 + j));
                }
            }
        }
    }
}

TYPED_TEST(Npy, PartsOfSeveralWritersMakeTheFile) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        const Matrix<TypeParam> matrix = random_matrix<TypeParam>(7, 11, layout);
        write_npy<TypeParam>(this->folder_ / "whole.npy", matrix.view());
        OutputFile file(this->folder_ / "parts.npy");
        const NpyHeader header = write_npy_header(file, precision_of<TypeParam>(), layout, 7, 11);
        const auto part = [&](std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns) {
            const MatrixView<const TypeParam> all = matrix.view();
            return MatrixView<const TypeParam>{&all(row, column), rows, columns, all.ld, layout};
        };
        NpyPartsWriter<TypeParam> first(file.open_to_others(), header);
        NpyPartsWriter<TypeParam> second(file.open_to_others(), header);
        first.write(0, 0, part(0, 0, 3, 11));
        second.write(3, 5, part(3, 5, 4, 6));
        first.write(3, 0, part(3, 0, 4, 5));
        first.close();
        second.close();
        file.commit();
        EXPECT_EQ(contents(this->folder_ / "parts.npy"), contents(this->folder_ / "whole.npy"));
    }
}

TYPED_TEST(Npy, HeaderSaysWhatTheFileHolds) {
    write_npy<TypeParam>(this->folder_ / "m.npy", random_matrix<TypeParam>(5, 6, Layout::column_major).view());
    const NpyHeader header = read_npy_header(this->folder_ / "m.npy");
    EXPECT_EQ(header.precision, precision_of<TypeParam>());
    EXPECT_EQ(header.rows, 5);
    EXPECT_EQ(header.columns, 6);
    EXPECT_EQ(header.layout, Layout::column_major);
    EXPECT_EQ(header.data_offset % 64, 0U);
    EXPECT_EQ(fs::file_size(this->folder_ / "m.npy"), header.data_offset + 30 * sizeof(TypeParam));
}

TYPED_TEST(Npy, RefusesAnotherPrecision) {
    using Other = std::conditional_t<std::is_same_v<TypeParam, float>, double, float>;
    const fs::path path = this->folder_ / "m.npy";
    write_npy<TypeParam>(path, random_matrix<TypeParam>(2, 2, Layout::row_major).view());
    EXPECT_THAT(message_of<InvalidInput>([&] { read_npy<Other>(path); }),
                AllOf(HasSubstr(path.string()), HasSubstr("elements of type")));
}

// ---- In company with NumPy

TYPED_TEST(Npy, ReadsWhatNumPyWrote) {
    SKIP_WITHOUT_NUMPY();
    const std::string type = sizeof(TypeParam) == 4 ? "'<f4'" : "'<f8'";
    ASSERT_TRUE(run_python(this->folder_, "import numpy as np\n"
                                          "a = (np.arange(35.0).reshape(5, 7) / 4).astype(" +
                                              type +
                                              ")\n"
                                              "np.save('c.npy', a)\n"
                                              "np.save('fortran.npy', np.asfortranarray(a))\n"
                                              "np.save('empty.npy', a[:0])\n"
                                              "for v in (2, 3):\n"
                                              "    with open(f'v{v}.npy', 'wb') as f:\n"
                                              "        np.lib.format.write_array(f, a, version=(v, 0))\n"));
    for (const char* name : {"c.npy", "fortran.npy", "v2.npy", "v3.npy"}) {
        const Matrix<TypeParam> matrix = read_npy<TypeParam>(this->folder_ / name);
        EXPECT_EQ(matrix.layout(), name == "fortran.npy"s ? Layout::column_major : Layout::row_major) << name;
        ASSERT_EQ(matrix.rows(), 5);
        ASSERT_EQ(matrix.columns(), 7);
        for (std::int64_t i = 0; i < 5; ++i) {
            for (std::int64_t j = 0; j < 7; ++j) {
                EXPECT_EQ(matrix.view()(i, j), static_cast<TypeParam>(7 * i + j) / 4) << name;
            }
        }
    }
    EXPECT_EQ(read_npy<TypeParam>(this->folder_ / "empty.npy").columns(), 7);
}

TYPED_TEST(Npy, IsReadByNumPy) {
    SKIP_WITHOUT_NUMPY();
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        Matrix<TypeParam> matrix(5, 7, layout);
        for (std::int64_t i = 0; i < 5; ++i) {
            for (std::int64_t j = 0; j < 7; ++j) {
                matrix.view()(i, j) = static_cast<TypeParam>(7 * i + j) / 4;
            }
        }
        write_npy<TypeParam>(this->folder_ / "m.npy", matrix.view());
        const std::string order = layout == Layout::column_major ? "f_contiguous" : "c_contiguous";
        EXPECT_TRUE(run_python(this->folder_, "import numpy as np\n"
                                              "m = np.load('m.npy', allow_pickle=False)\n"
                                              "assert m.dtype.itemsize == " +
                                                  std::to_string(sizeof(TypeParam)) +
                                                  "\n"
                                                  "assert m.flags." +
                                                  order +
                                                  "\n"
                                                  "assert (m == np.arange(35.0).reshape(5, 7) / 4).all()\n"));
    }
}

// ---- Dictionaries

struct AcceptedDictionary {
    const char* name;
    std::string text;
};

std::ostream& operator<<(std::ostream& out, const AcceptedDictionary& parameter) {
    return out << parameter.name;
}

class AcceptedDictionaries : public testing::TestWithParam<AcceptedDictionary> {};

TEST_P(AcceptedDictionaries, MeanTheSame) {
    const NpyDictionary dictionary = parse_npy_dictionary(GetParam().text);
    EXPECT_EQ(dictionary.descr, "<f8");
    EXPECT_FALSE(dictionary.fortran_order);
    EXPECT_EQ(dictionary.shape, (std::vector<std::int64_t>{3, 4}));
}

template <class Parameter> std::string name_of(const testing::TestParamInfo<Parameter>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Npy, AcceptedDictionaries,
    testing::Values(AcceptedDictionary{"AsWritten", valid_dictionary},
                    AcceptedDictionary{"OtherOrder", "{'shape': (3, 4), 'fortran_order': False, 'descr': '<f8'}"},
                    AcceptedDictionary{"DoubleQuotes", R"({"descr": "<f8", "fortran_order": False, "shape": (3, 4)})"},
                    AcceptedDictionary{"NoSpace", "{'descr':'<f8','fortran_order':False,'shape':(3,4)}"},
                    AcceptedDictionary{"MuchSpace", " { 'descr' :\t'<f8' , 'fortran_order' : False,\n"
                                                    "'shape' : ( 3 , 4 , ) , } \n\n"},
                    AcceptedDictionary{"Python2", "{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 4L), }"}),
    name_of<AcceptedDictionary>);

TEST(NpyDictionary, IsWrittenAsItIsRead) {
    EXPECT_EQ(to_string(parse_npy_dictionary(valid_dictionary)), valid_dictionary);
}

TEST(NpyDictionary, KeepsTheTextOfStructuredTypes) {
    const std::string type = "[('a', '<f8'), ('b]', [('c', \"<i4\", (2,))])]";
    EXPECT_EQ(parse_npy_dictionary("{'descr': " + type + ", 'fortran_order': True, 'shape': (3,)}").descr, type);
}

// ---- Hostile files

struct HostileFile {
    const char* name;
    std::string bytes;
    const char* telling; ///< words that the message must contain
};

std::ostream& operator<<(std::ostream& out, const HostileFile& parameter) {
    return out << parameter.name;
}

class HostileFiles : public testing::TestWithParam<HostileFile> {};

TEST_P(HostileFiles, AreRefusedInOneLine) {
    const TemporaryFolder folder;
    const fs::path path = folder / "hostile.npy";
    put(path, GetParam().bytes);
    for (const std::string& message : {message_of<InvalidInput>([&] { read_npy_header(path); }),
                                       message_of<InvalidInput>([&] { read_npy<double>(path); })}) {
        EXPECT_THAT(message, HasSubstr("cannot read " + path.string() + ": "));
        EXPECT_THAT(message, HasSubstr(GetParam().telling));
        EXPECT_THAT(message, Not(HasSubstr("\n")));
        EXPECT_LT(message.size(), path.string().size() + 200);
    }
}

std::string with_descr(const std::string& type) {
    return npy("{'descr': " + type + ", 'fortran_order': False, 'shape': (3, 4), }", 96);
}

std::string with_shape(const std::string& shape, std::size_t data_bytes = 96) {
    return npy("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }", data_bytes);
}

INSTANTIATE_TEST_SUITE_P(
    NpyPreamble, HostileFiles,
    testing::Values(
        HostileFile{"Empty", "", "not an .npy file"}, HostileFile{"PartOfTheMagic", "\x93NUM", "not an .npy file"},
        HostileFile{"Text", "1 2 3\n4 5 6\n7 8 9\n", "not an .npy file"},
        HostileFile{"Zip", "PK\x03\x04 an npz archive", "not an .npy file"},
        HostileFile{"MagicOnly", "\x93NUMPY", "truncated"}, HostileFile{"HalfVersion", "\x93NUMPY\x01", "truncated"},
        HostileFile{"VersionOnly", "\x93NUMPY\x01\x00"s, "truncated"},
        HostileFile{"HalfLength", "\x93NUMPY\x02\x00\x10\x00"s, "truncated"},
        HostileFile{"Version0", npy(valid_dictionary, 96, 0, 0), "format 0.0"},
        HostileFile{"Version1Point1", npy(valid_dictionary, 96, 1, 1), "format 1.1"},
        HostileFile{"Version4", npy(valid_dictionary, 96, 4, 0), "format 4.0"},
        HostileFile{"Version255", npy(valid_dictionary, 96, '\xff', '\xff'), "format 255.255"},
        HostileFile{"HeaderBeyondFile", "\x93NUMPY\x01\x00\xff\xff{'descr'"s, "truncated"},
        HostileFile{"HeaderOfGigabytes", "\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr'"s, "4294967295 bytes"},
        HostileFile{"HeaderOfMegabyte", npy(valid_dictionary + std::string(1 << 20, ' '), 96, 2), "allowed are 65536"},
        HostileFile{"HeaderCut", npy(valid_dictionary, 0).substr(0, 30), "truncated"}),
    name_of<HostileFile>);

INSTANTIATE_TEST_SUITE_P(
    NpyDictionary, HostileFiles,
    testing::Values(
        HostileFile{"EmptyHeader", npy("", 96), "expected '{'"}, HostileFile{"NoDictionary", npy("()", 96), "expected"},
        HostileFile{"EmptyDictionary", npy("{}", 0), "lacks the key 'descr'"},
        HostileFile{"NoShape", npy("{'descr': '<f8', 'fortran_order': False}", 0), "lacks the key 'shape'"},
        HostileFile{"NoOrder", npy("{'descr': '<f8', 'shape': (3, 4)}", 96), "lacks the key 'fortran_order'"},
        HostileFile{"UnknownKey", npy("{'descr': '<f8', 'colour': 'red'}", 96), "unknown key 'colour'"},
        HostileFile{"KeyOfControls", npy("{'de\x01\x02\x1b[31m': '<f8'}", 96), "unknown key 'de\\x01\\x02\\x1b[31m'"},
        HostileFile{"LongKey", npy("{'" + std::string(5000, 'k') + "': 1}", 96), "unknown key 'kkk"},
        HostileFile{"RepeatedKey", npy("{'descr': '<f8', 'descr': '<f4'}", 96), "repeats the key"},
        HostileFile{"OpenString", npy("{'descr", 96), "expected a string"},
        HostileFile{"Unclosed", npy(valid_dictionary.substr(0, valid_dictionary.size() - 1), 96), "expected a string"},
        HostileFile{"NoColon", npy("{'descr' '<f8'}", 96), "expected ':'"},
        HostileFile{"NoComma", npy("{'descr': '<f8' 'shape': (3, 4)}", 96), "expected ','"},
        HostileFile{"CodeBehind", npy(valid_dictionary + "; import os", 96), "expected its end"},
        HostileFile{"NulBehind", npy(valid_dictionary + "\0"s, 96), "expected its end"},
        HostileFile{"OrderIsNumber", npy("{'fortran_order': 1}", 96), "expected True or False"},
        HostileFile{"OrderIsString", npy("{'fortran_order': 'False'}", 96), "expected True or False"},
        HostileFile{"DeepType", npy("{'descr': " + std::string(60000, '['), 96), "expected the end of the element"}),
    name_of<HostileFile>);

INSTANTIATE_TEST_SUITE_P(NpyType, HostileFiles,
                         testing::Values(HostileFile{"BigEndian", with_descr("'>f8'"),
                                                     "type '>f8', allowed are '<f4' and '<f8'"},
                                         HostileFile{"Integers", with_descr("'<i8'"), "'<i8'"},
                                         HostileFile{"Halves", with_descr("'<f2'"), "'<f2'"},
                                         HostileFile{"Complex", with_descr("'<c16'"), "'<c16'"},
                                         HostileFile{"Booleans", with_descr("'|b1'"), "'|b1'"},
                                         HostileFile{"Objects", with_descr("'|O'"), "'|O'"},
                                         HostileFile{"Structured", with_descr("[('a', '<f8')]"), "[('a', '<f8')]"},
                                         HostileFile{"Subarray", with_descr("('<f8', (2,))"), "('<f8', (2,))"},
                                         HostileFile{"NoType", with_descr("''"), "type ''"},
                                         HostileFile{"Unquoted", with_descr("<f8"), "expected a string"}),
                         name_of<HostileFile>);

INSTANTIATE_TEST_SUITE_P(
    NpyShape, HostileFiles,
    testing::Values(
        HostileFile{"Scalar", with_shape("()", 8), "shape (), a matrix has two dimensions"},
        HostileFile{"Vector", with_shape("(5,)", 40), "shape (5,), a matrix has two dimensions"},
        HostileFile{"Cube", with_shape("(2, 3, 4)"), "shape (2, 3, 4), a matrix has two dimensions"},
        HostileFile{"ManyDimensions", with_shape("(" + std::string(20000, '1') + ")"), "too large"},
        HostileFile{"TenThousandDimensions", with_shape([] {
                        std::string shape = "(";
                        for (int i = 0; i < 10000; ++i) {
                            shape += "1,";
                        }
                        return shape + ")";
                    }()),
                    "a matrix has two dimensions"},
        HostileFile{"ShapeIsList", with_shape("[3, 4]"), "expected '('"},
        HostileFile{"ShapeIsNumber", with_shape("12"), "expected '('"},
        HostileFile{"ShapeOfFractions", with_shape("(3.0, 4.0)"), "expected ','"},
        HostileFile{"ShapeOfNames", with_shape("(m, n)"), "expected an integer"},
        HostileFile{"NegativeRows", with_shape("(-3, 4)"), "-3 x 4"},
        HostileFile{"NegativeBoth", with_shape("(-3, -4)"), "-3 x -4"},
        HostileFile{"RowsOverflow", with_shape("(9223372036854775808, 1)"), "too large"},
        HostileFile{"ElementsOverflow", with_shape("(4294967296, 4294967296)"), "too large"},
        HostileFile{"BytesOverflow", with_shape("(2305843009213693952, 1)"), "too large"},
        HostileFile{"TerabytesPromised", with_shape("(1000000, 1000000)"), "96 bytes of data, 8000000000000 expected"},
        HostileFile{"NoData", with_shape("(3, 4)", 0), "truncated: 0 bytes of data, 96 expected"},
        HostileFile{"DataCut", with_shape("(3, 4)", 95), "truncated: 95 bytes of data, 96 expected"},
        HostileFile{"DataBehind", with_shape("(3, 4)", 97), "bytes behind its end: 97 bytes of data, 96 expected"},
        HostileFile{"DataInEmpty", with_shape("(0, 4)", 8), "8 bytes of data, 0 expected"}),
    name_of<HostileFile>);

TEST(NpyFile, RefusesFoldersAndMissingFiles) {
    const TemporaryFolder folder;
    EXPECT_EQ(message_of<InvalidInput>([&] { read_npy_header(folder.path()); }),
              "cannot read " + folder.path().string() + ": Is a directory");
    EXPECT_EQ(message_of<InvalidInput>([&] { read_npy<float>(folder / "m.npy"); }),
              "cannot read " + (folder / "m.npy").string() + ": No such file or directory");
}

TEST(NpyFile, ReportsWhyItCannotBeWritten) {
    const Matrix<double> matrix = random_matrix<double>(100, 100, Layout::row_major);
    EXPECT_EQ(message_of<RunFailure>([&] { write_npy<double>("/dev/full", matrix.view()); }),
              "cannot write /dev/full: No space left on device");
    EXPECT_EQ(message_of<RunFailure>([&] { write_npy<double>("/no/such/folder/m.npy", matrix.view()); }),
              "cannot write /no/such/folder/m.npy: No such file or directory");
}

TEST(NpyFile, SurvivesMutations) {
    const TemporaryFolder folder;
    const fs::path path = folder / "mutant.npy";
    const std::string original = npy(valid_dictionary + "     \n", 96);
    constexpr std::uint64_t seed = 20240607;
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::uint64_t position = 0;
    const auto random_below = [&](std::size_t bound) { return random_bits(seed, position++) % bound; };
    int read = 0;
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        std::string mutant = original;
        const std::size_t header = mutant.size() - 96; // where mutations tell
        for (std::size_t mutations = 1 + random_below(3); mutations > 0; --mutations) {
            switch (random_below(4)) {
            case 0: mutant[random_below(header)] = static_cast<char>(random_below(256)); break;
            case 1: mutant[random_below(header)] = "0123456789(),:'{}[]<>L -"[random_below(24)]; break;
            case 2: mutant.erase(random_below(header), 1 + random_below(4)); break;
            default: mutant.insert(random_below(header), 1, static_cast<char>(random_below(256))); break;
            }
        }
        put(path, mutant);
        try {
            EXPECT_EQ(read_npy<double>(path).size() * sizeof(double), 96U);
            ++read;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(path.string())) << "round " << round;
            ++refused;
        }
    }
    EXPECT_GT(refused, read) << "most of what a mutation leaves is no such file";
    EXPECT_GT(read, 0) << "the mutations are too coarse to reach what lies behind the first check";
}

} // namespace
} // namespace tangram::apps
