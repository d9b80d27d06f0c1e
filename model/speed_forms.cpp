#include "model/speed_forms.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <optional>
#include <utility>

namespace tangram::model {

namespace {

using Interval = std::array<double, 2>;

/// The distributions of Beaumont and Marchal (2014, section 3.5).
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> named_forms{{
    {"unif.1", "uniform:80:120"},
    {"unif.2", "uniform:50:150"},
    {"set.3", "set:80,100,150"},
    {"set.5", "set:40,80,100,150,200"},
    {"dyn.5", "dyn:5"},
    {"dyn.20", "dyn:20"},
}};

/// Of dyn:X and walk:X at the start.
constexpr Interval dynamic_interval{80, 120};

/// What is read of a file: one that never ends, or is no text, must not fill the memory.
constexpr std::size_t most_numbers = 1'000'000;
constexpr std::size_t longest_number = 1000; ///< characters

/// Sums of speeds and of times are to be finite, and small ones not to vanish in them.
constexpr Interval possible_speeds{1e-100, 1e100};
constexpr double largest_ratio = 1e15;
constexpr std::string_view possible_text = "from 1e-100 to 1e100 with ratios up to 1e15";

std::string_view written_out(std::string_view text) {
    for (const auto& [name, form] : named_forms) {
        if (text == name) {
            return form;
        }
    }
    return text;
}

std::optional<double> number_of(std::string_view text) {
    const std::optional<double> number = parsed<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<double> speed_of(std::string_view text) {
    const std::optional<double> number = number_of(text);
    const auto [low, high] = possible_speeds;
    return number && *number >= low && *number <= high ? number : std::nullopt;
}

/// Whether numbers are speeds of one platform.
bool are_comparable(const std::vector<double>& speeds) {
    const auto [least, most] = std::ranges::minmax(speeds);
    return most <= largest_ratio * least;
}

/// The text up to the separator; takes both off its start.
std::string_view taken(std::string_view& text, char separator) {
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

[[noreturn]] void reject(std::string_view text, std::string_view expected) {
    throw InvalidInput(fmt::format("speeds '{}': expected {}", excerpt(text), expected));
}

Interval interval_of(std::string_view text) {
    std::string_view rest = text;
    taken(rest, ':');
    const std::optional<double> low = speed_of(taken(rest, ':'));
    const std::optional<double> high = speed_of(rest);
    if (!low || !high || *low > *high || !are_comparable({*low, *high})) {
        reject(text, fmt::format("uniform:LOW:HIGH, as in uniform:10:100, with 0 < LOW <= HIGH, {}", possible_text));
    }
    return {*low, *high};
}

[[noreturn]] void reject_set(std::string_view text) {
    reject(text, fmt::format("set:S1,S2,..., as in set:80,100,150, of positive numbers {}", possible_text));
}

std::vector<double> set_of(std::string_view text) {
    std::string_view rest = text;
    taken(rest, ':');
    std::vector<double> numbers;
    do {
        const bool is_last = rest.find(',') == std::string_view::npos;
        const std::optional<double> number = speed_of(taken(rest, ','));
        if (!number || (!is_last && rest.empty())) {
            reject_set(text);
        }
        numbers.push_back(*number);
    } while (!rest.empty());
    if (!are_comparable(numbers)) {
        reject_set(text);
    }
    return numbers;
}

Interval heterogeneity_of(std::string_view text) {
    const std::optional<double> h = number_of(text.substr(text.find(':') + 1));
    if (!h || *h < 0 || *h > 100) {
        reject(text, "h:H with H from 0 to 100, as in h:50");
    }
    return {100 - *h, 100 + *h};
}

double change_of(std::string_view text) {
    const std::optional<double> percent = number_of(text.substr(text.find(':') + 1));
    if (!percent || *percent < 0 || *percent >= 100) {
        reject(text, "dyn:X or walk:X with X from 0 to below 100, in percent, as in dyn:5");
    }
    return *percent / 100;
}

std::vector<double> numbers_of_file(const std::string& path) {
    std::ifstream file(path);
    std::vector<double> numbers;
    for (std::string word; file >> std::setw(longest_number + 1) >> word;) {
        if (numbers.size() == most_numbers) {
            throw InvalidInput(fmt::format("speeds: there are more than {} numbers in {}", most_numbers, path));
        }
        if (word.size() > longest_number) {
            throw InvalidInput(fmt::format("speeds: number {} in {} has more than {} characters", numbers.size() + 1,
                                           path, longest_number));
        }
        const std::optional<double> number = speed_of(word);
        if (!number) {
            throw InvalidInput(fmt::format("speeds: number {} in {} is '{}', expected a positive number {}",
                                           numbers.size() + 1, path, excerpt(word), possible_text));
        }
        numbers.push_back(*number);
    }
    if (!file.is_open() || file.bad()) { // a folder can be opened
        throw InvalidInput(fmt::format("speeds: the file '{}' cannot be read", path));
    }
    if (numbers.empty()) {
        throw InvalidInput(fmt::format("speeds: there are no numbers in {}", path));
    }
    if (!are_comparable(numbers)) {
        throw InvalidInput(
            fmt::format("speeds: the numbers in {} differ too much, expected numbers {}", path, possible_text));
    }
    return numbers;
}

std::vector<double> ends_of(const Interval& interval) {
    return {interval.begin(), interval.end()};
}

} // namespace

SpeedForm parse_speed_form(std::string_view text) {
    const std::string_view form = written_out(text);
    if (form == "equal") {
        return {.numbers = {1, 1}};
    }
    if (form.starts_with("uniform:")) {
        return {.numbers = ends_of(interval_of(form))};
    }
    if (form.starts_with("h:")) {
        return {.numbers = ends_of(heterogeneity_of(form))};
    }
    if (form.starts_with("dyn:") || form.starts_with("walk:")) {
        return {.numbers = ends_of(dynamic_interval),
                .change = change_of(form),
                .changes_add_up = form.starts_with("walk:")};
    }
    if (form.starts_with("set:")) {
        return {.kind = SpeedForm::Kind::set, .numbers = set_of(form)};
    }
    if (form.starts_with("file:")) {
        return {.kind = SpeedForm::Kind::given,
                .numbers = numbers_of_file(std::string(form.substr(form.find(':') + 1)))};
    }
    reject(text, "one of " + speed_forms());
}

std::string speed_forms() {
    std::string text = "equal, uniform:LOW:HIGH, set:S1,S2,..., h:H, dyn:X, walk:X, file:PATH";
    for (const auto& [name, form] : named_forms) {
        text += fmt::format(", {}", name);
    }
    return text;
}

} // namespace tangram::model
