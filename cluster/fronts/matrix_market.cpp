#include "cluster/fronts/matrix_market.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tangram::fronts {

namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view blanks = " \t\r";

/// The lines of a file, each as its words.
class Lines {
  public:
    explicit Lines(const std::filesystem::path& file) : name_(printable(file.string())) {
        std::error_code error;
        if (std::filesystem::is_regular_file(file, error)) { // to open a pipe may wait for ever
            in_.open(file);
        }
        if (!in_.is_open()) {
            throw InvalidInput(fmt::format("{}: no regular file that can be read", name_));
        }
    }

    /// Of the next line; nothing at the end. They are valid until the next call.
    const Words* next_line();

    /// The same, but for comments and empty lines.
    const Words* next();

    [[nodiscard]] InvalidInput error(std::string_view what) const {
        return InvalidInput(fmt::format("{}:{}: {}", name_, std::max<std::size_t>(number_, 1), what));
    }

  private:
    static constexpr std::size_t longest = 1024; ///< line that the format allows

    std::string name_;
    std::ifstream in_;
    std::size_t number_ = 0;
    std::array<char, longest + 1> line_{}; ///< and its end
    Words words_;
};

const Words* Lines::next_line() {
    in_.getline(line_.data(), line_.size());
    if (in_.gcount() == 0 && in_.eof()) {
        return nullptr;
    }
    ++number_;
    if (in_.bad() || (in_.fail() && !in_.eof())) {
        throw error(fmt::format("no line of at most {} characters that can be read", longest));
    }
    words_.clear();
    std::string_view rest(line_.data(), in_.gcount() - (in_.eof() ? 0 : 1)); // without its end
    for (std::size_t begin = 0; (begin = rest.find_first_not_of(blanks)) != std::string_view::npos;) {
        rest.remove_prefix(begin);
        const std::size_t end = std::min(rest.find_first_of(blanks), rest.size());
        words_.push_back(rest.substr(0, end));
        rest.remove_prefix(end);
    }
    return &words_;
}

const Words* Lines::next() {
    const Words* words = next_line();
    while (words != nullptr && (words->empty() || words->front().front() == '%')) {
        words = next_line();
    }
    return words;
}

enum class Field { real, integer, pattern };
enum class Symmetry { general, symmetric, skew_symmetric };

struct Header {
    Field field = Field::real;
    Symmetry symmetry = Symmetry::general;
    Index size = 0;
    Index entries = 0;
};

std::string lower_case(std::string_view word) {
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// The position of a word, in any case, among those that the format, or we, know.
template <class Choice, std::size_t count>
Choice chosen(const Lines& lines, std::string_view word, const std::array<std::string_view, count>& known) {
    const auto found = std::find(known.begin(), known.end(), lower_case(word));
    if (found == known.end()) {
        throw lines.error(
            fmt::format("'{}' in the header; here is allowed: {}", excerpt(word), fmt::join(known, ", ")));
    }
    return static_cast<Choice>(found - known.begin());
}

void read_banner(Lines& lines, Header& header) {
    const Words* words = lines.next_line();
    if (words == nullptr || words->size() != 5 || lower_case(words->front()) != "%%matrixmarket") {
        throw lines.error("the first line is not '%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
    }
    chosen<int>(lines, (*words)[1], std::array<std::string_view, 1>{"matrix"});
    chosen<int>(lines, (*words)[2], std::array<std::string_view, 1>{"coordinate"});
    header.field = chosen<Field>(lines, (*words)[3], std::array<std::string_view, 3>{"real", "integer", "pattern"});
    header.symmetry =
        chosen<Symmetry>(lines, (*words)[4], std::array<std::string_view, 3>{"general", "symmetric", "skew-symmetric"});
}

void read_sizes(Lines& lines, Header& header) {
    const Words* words = lines.next();
    if (words == nullptr) {
        throw lines.error("the file ends before the line with 'ROWS COLUMNS ENTRIES'");
    }
    std::array<Index, 3> sizes{};
    bool is_good = words->size() == sizes.size();
    for (std::size_t k = 0; is_good && k < sizes.size(); ++k) {
        const auto number = parsed<Index>((*words)[k]);
        is_good = number.value_or(0) > 0;
        sizes.at(k) = number.value_or(0);
    }
    if (!is_good) {
        throw lines.error("not three positive integers, 'ROWS COLUMNS ENTRIES'");
    }
    if (sizes[0] != sizes[1]) {
        throw lines.error(fmt::format("{} rows, {} columns: only square matrices are allowed", sizes[0], sizes[1]));
    }
    header.size = sizes[0];
    header.entries = sizes[2];
    const Index mirrored = header.symmetry == Symmetry::general ? 0 : header.entries;
    if (header.size - header.entries > mirrored) {
        throw lines.error(fmt::format("{} entries in {} rows: the matrix is singular", sizes[2], sizes[0]));
    }
}

Index position(const Lines& lines, std::string_view word, Index size) {
    const auto number = parsed<Index>(word);
    if (!number || *number < 1 || *number > size) {
        throw lines.error(fmt::format("'{}' is no row or column from 1 to {}", excerpt(word), size));
    }
    return *number - 1;
}

double value(const Lines& lines, std::string_view word, Field field) {
    const std::string_view digits = word.front() == '+' ? word.substr(1) : word;
    std::optional<double> number;
    if (field == Field::real) {
        number = parsed<double>(digits);
    } else if (const auto integer = parsed<std::int64_t>(digits)) {
        number = static_cast<double>(*integer);
    }
    if (!number || !std::isfinite(*number)) {
        throw lines.error(
            fmt::format("'{}' is no finite {} number", excerpt(word), field == Field::real ? "real" : "integer"));
    }
    return *number;
}

Entry read_entry(Lines& lines, const Header& header, Index before) {
    const Words* words = lines.next();
    if (words == nullptr) {
        throw lines.error(fmt::format("the file ends after {} of {} entries", before, header.entries));
    }
    const bool has_value = header.field != Field::pattern;
    if (words->size() != (has_value ? 3U : 2U)) {
        throw lines.error(fmt::format("not '{}'", has_value ? "ROW COLUMN VALUE" : "ROW COLUMN"));
    }
    const Entry entry{position(lines, (*words)[0], header.size), position(lines, (*words)[1], header.size),
                      has_value ? value(lines, (*words)[2], header.field) : 0};
    if (header.symmetry != Symmetry::general && entry.row < entry.column) {
        throw lines.error(fmt::format("row {}, column {}: only entries on and below the diagonal are allowed, as the "
                                      "matrix is symmetric or skew-symmetric",
                                      entry.row + 1, entry.column + 1));
    }
    if (header.symmetry == Symmetry::skew_symmetric && entry.row == entry.column) {
        throw lines.error("the diagonal of a skew-symmetric matrix has no entries");
    }
    return entry;
}

/// What is at the mirrored place. Of a general matrix: a zero, so that the pattern is symmetric.
double mirrored(const Entry& entry, Symmetry symmetry) {
    return symmetry == Symmetry::symmetric ? entry.value : symmetry == Symmetry::skew_symmetric ? -entry.value : 0;
}

std::vector<Entry> read_entries(Lines& lines, const Header& header, std::size_t file_size) {
    constexpr std::size_t shortest = 4; // "1 1" and the line's end
    std::vector<Entry> entries;
    entries.reserve(2 * std::min(static_cast<std::size_t>(header.entries), file_size / shortest));
    for (Index k = 0; k < header.entries; ++k) {
        const Entry entry = read_entry(lines, header, k);
        entries.push_back(entry);
        if (entry.row != entry.column) {
            entries.push_back({entry.column, entry.row, mirrored(entry, header.symmetry)});
        }
    }
    if (lines.next() != nullptr) {
        throw lines.error(fmt::format("text behind the last of {} entries", header.entries));
    }
    return entries;
}

} // namespace

SparseMatrix read_matrix_market(const std::filesystem::path& file, std::uint64_t seed) {
    Lines lines(file);
    Header header;
    read_banner(lines, header);
    read_sizes(lines, header);
    std::error_code error; // then the size only says less
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    std::vector<Entry> entries = read_entries(lines, header, error ? 0 : size);
    for (Index k = 0; k < header.size; ++k) {
        entries.push_back({k, k, 0});
    }
    SparseMatrix matrix = compressed(header.size, std::move(entries));
    if (header.field == Field::pattern) {
        draw_dominant_values(matrix, seed);
    }
    return matrix;
}

} // namespace tangram::fronts
