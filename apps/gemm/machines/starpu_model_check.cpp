#include "apps/gemm/machines/starpu_model_check.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <sstream>
#include <vector>

#include <starpu_config.h>

namespace tangram::apps {

namespace {

/// The values of a model one after the other, as StarPU reads them: lines that begin with # are for people.
class ModelValues {
  public:
    explicit ModelValues(const std::string& model) : ends_with_a_line_(model.ends_with('\n')) {
        std::istringstream lines(model);
        std::string line;
        for (std::size_t number = 1; std::getline(lines, line); ++number) {
            require_text(line, number); // also of a comment: StarPU would not find its end
            if (!line.starts_with('#')) {
                std::istringstream words(line);
                for (std::string word; words >> word;) {
                    values_.push_back({word, number});
                }
            }
        }
    }

    std::int64_t whole(const char* what, std::int64_t lowest, std::int64_t highest) {
        const Value& value = next();
        const std::optional<std::int64_t> number = parsed<std::int64_t>(value.text);
        require(number && *number >= lowest && *number <= highest, value, what,
                [&] { return fmt::format("a whole number from {} to {}", lowest, highest); });
        return *number;
    }

    void real(const char* what, double lowest, double highest) {
        const Value& value = next();
        const std::optional<double> number = parsed<double>(value.text);
        require(number && *number >= lowest && *number <= highest, value, what,
                [&] { return fmt::format("a number from {:g} to {:g}", lowest, highest); });
    }

    /// StarPU writes what it does not know as nan.
    void real_or_nan(const char* what, double lowest = -std::numeric_limits<double>::infinity()) {
        const Value& value = next();
        const std::optional<double> number = parsed<double>(value.text);
        require(number && !(*number < lowest), value, what,
                [&] { return fmt::format("nan or a number from {:g}", lowest); });
    }

    /// Whether the value so many behind the next one is 0.
    [[nodiscard]] bool is_zero_behind(std::size_t others) const {
        return at_ + others < values_.size() && values_[at_ + others].text == "0";
    }

    void hash() {
        const Value& value = next();
        const auto is_digit = [](unsigned char c) { return std::isxdigit(c) != 0; };
        require(value.text.size() <= 8 && std::all_of(value.text.begin(), value.text.end(), is_digit), value, "hash",
                [] { return "at most eight hexadecimal digits"; });
    }

    /// The last number may have lost digits if no line's end follows it.
    void require_end() const {
        if (at_ < values_.size()) {
            throw InvalidInput(
                fmt::format("line {}: more than this StarPU performance model says that it has", values_[at_].line));
        }
        if (!ends_with_a_line_) {
            throw truncated();
        }
    }

  private:
    struct Value {
        std::string text;
        std::size_t line;
    };

    static void require_text(const std::string& line, std::size_t number) {
        const auto is_control = [](unsigned char c) { return std::iscntrl(c) != 0 && std::isspace(c) == 0; };
        if (std::any_of(line.begin(), line.end(), is_control)) {
            throw InvalidInput(fmt::format("line {} of this StarPU performance model has control characters", number));
        }
    }

    static InvalidInput truncated() { return InvalidInput("this StarPU performance model is truncated"); }

    const Value& next() {
        if (at_ == values_.size()) {
            throw truncated();
        }
        return values_[at_++];
    }

    template <class Expected>
    static void require(bool holds, const Value& value, const char* what, const Expected& expected) {
        if (!holds) {
            throw InvalidInput(
                fmt::format("line {}: the {} is '{}', expected {}", value.line, what, excerpt(value.text), expected()));
        }
    }

    std::vector<Value> values_;
    std::size_t at_ = 0;
    bool ends_with_a_line_;
};

constexpr std::int64_t most_workers = 4096;    ///< and devices, cores, combinations of them: more than machines have
constexpr double shortest_microseconds = 1e-6; ///< StarPU cannot simulate a task that takes no time
constexpr double longest_microseconds = 1e15;  ///< 30 years
constexpr double most_sum = std::numeric_limits<double>::max();

/// For which workers the times are.
void check_devices(ModelValues& values) {
    const std::int64_t devices = values.whole("number of types of devices", 1, most_workers);
    for (std::int64_t device = 0; device < devices; ++device) {
        values.whole("device type", 0, 5); // StarPU's kinds of workers, from CPUs to MPI's
        values.whole("device id", 0, most_workers);
        values.whole("number of cores", 1, most_workers);
    }
}

/// The regressions, which have no meaning for our codelets.
void check_regressions(ModelValues& values) {
    for (const char* number : {"sumlnx", "sumlnx2", "sumlny", "sumlnxlny", "alpha", "beta", "n", "minx", "maxx"}) {
        values.real_or_nan(number);
    }
    for (const char* number : {"a", "b", "c"}) {
        values.real_or_nan(number);
    }
    const std::int64_t coefficients = values.whole("number of coefficients", 0, most_workers);
    for (std::int64_t coefficient = 0; coefficient < coefficients; ++coefficient) {
        values.real_or_nan("coefficient");
    }
}

/// What one implementation took. A time is not 0, in which StarPU cannot simulate a task, nor beyond 30 years. But
/// StarPU sets an entry whose times deviate too much to 0 as a whole, writes it, and goes by it as little as by none.
void check_history(ModelValues& values) {
    const std::int64_t entries = values.whole("number of entries", 0, std::numeric_limits<std::int64_t>::max());
    check_regressions(values);
    for (std::int64_t entry = 0; entry < entries; ++entry) {
        values.hash();
        values.whole("size", 0, std::numeric_limits<std::int64_t>::max());
        values.real_or_nan("flops", 0);
        const bool is_flushed = values.is_zero_behind(4); // the number of samples
        values.real("mean in microseconds", is_flushed ? 0 : shortest_microseconds, longest_microseconds);
        values.real("deviation", 0, longest_microseconds);
        values.real("sum", 0, most_sum);
        values.real("sum of squares", 0, most_sum);
        values.whole("number of samples", 0, std::numeric_limits<std::uint32_t>::max());
    }
}

} // namespace

void check_model(const std::string& model) {
    if (!model.starts_with("##################\n# Performance Model Version\n45\n")) {
        throw InvalidInput("this is not a StarPU performance model of version 45");
    }
    ModelValues values(model);
    values.whole("version", 45, 45);
    const std::int64_t combinations = values.whole("number of combinations", 0, most_workers);
    for (std::int64_t combination = 0; combination < combinations; ++combination) {
        check_devices(values);
        const std::int64_t implementations = values.whole("number of implementations", 0, STARPU_MAXIMPLEMENTATIONS);
        for (std::int64_t implementation = 0; implementation < implementations; ++implementation) {
            check_history(values);
        }
    }
    values.require_end();
}

} // namespace tangram::apps
