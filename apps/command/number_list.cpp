#include "apps/command/number_list.hpp"

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tangram::apps {

namespace {

std::optional<double> finite(std::string_view text) {
    const std::optional<double> number = parsed<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

void append_word(std::vector<double>& numbers, std::string_view word, const std::string& where) {
    const std::size_t times = word.find_first_of("xX*");
    const std::optional<double> number = finite(word.substr(0, times));
    std::optional<std::size_t> repeats = 1;
    if (times != std::string_view::npos) {
        repeats = parsed<std::size_t>(word.substr(times + 1));
    }
    if (!number || !repeats || *repeats == 0) {
        throw InvalidInput(
            fmt::format("{}: '{}' is neither a finite number nor a repeated one like 1.5x4", where, excerpt(word)));
    }
    if (*repeats > most_listed - numbers.size()) {
        throw InvalidInput(fmt::format("{}: more than {} numbers", where, most_listed));
    }
    numbers.insert(numbers.end(), *repeats, *number);
}

nlohmann::json json_list(std::string_view text, const std::string& source) {
    try {
        return parsed_json<nlohmann::json>(text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: it starts like a JSON list but is not one: {}", source, error.what()));
    }
}

std::vector<double> numbers_of_json(std::string_view text, const std::string& source) {
    const nlohmann::json list = json_list(text, source);
    if (list.size() > most_listed) {
        throw InvalidInput(fmt::format("{}: more than {} numbers", source, most_listed));
    }
    std::vector<double> numbers;
    for (const nlohmann::json& element : list) {
        if (!element.is_number()) {
            throw InvalidInput(fmt::format("{}: element {} of the list is a JSON {}, expected a number", source,
                                           numbers.size(), element.type_name()));
        }
        numbers.push_back(element.get<double>());
    }
    return numbers;
}

} // namespace

std::vector<double> parse_numbers(std::string_view text, const std::string& source) {
    constexpr std::string_view spaces = " \t\r\f\v,";
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && text[first] == '[') {
        return numbers_of_json(text, source);
    }
    const bool many_lines = text.find('\n') != std::string_view::npos;
    std::vector<double> numbers;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        line = line.substr(0, line.find('#'));
        const std::string where = many_lines ? fmt::format("{}, line {}", source, number) : source;
        while (!line.empty()) {
            const std::string_view gap = line.substr(0, line.find_first_not_of(spaces));
            if (std::count(gap.begin(), gap.end(), ',') > 1) {
                throw InvalidInput(fmt::format("{}: a number is missing between two commas", where));
            }
            line.remove_prefix(gap.size());
            const std::string_view word = line.substr(0, line.find_first_of(spaces));
            if (!word.empty()) {
                append_word(numbers, word, where);
            }
            line.remove_prefix(word.size());
        }
    }
    if (numbers.empty()) {
        throw InvalidInput(fmt::format("{}: no numbers", source));
    }
    return numbers;
}

std::vector<double> parse_sides(std::string_view text, const std::string& source) {
    std::vector<double> sides;
    std::string_view rest = text;
    for (std::size_t end = 0; end != std::string_view::npos && sides.size() < 4;) {
        end = rest.find_first_of("xX");
        sides.push_back(finite(rest.substr(0, end)).value_or(std::nan("")));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    bool good = sides.size() == 2 || sides.size() == 3;
    for (const double side : sides) {
        good = good && std::isfinite(side);
    }
    if (!good) {
        throw InvalidInput(
            fmt::format("{} '{}': expected two or three numbers, as in 20x30 or 20x30x40", source, excerpt(text)));
    }
    return sides;
}

double parse_fraction(std::string_view text, const std::string& source) {
    const bool percent = text.ends_with('%');
    const std::optional<double> number = finite(text.substr(0, text.size() - (percent ? 1 : 0)));
    if (!number || *number < 0) {
        throw InvalidInput(
            fmt::format("{} '{}': expected a number that is not negative, as in 0.05 or 5%", source, excerpt(text)));
    }
    if (!percent && *number > 1) {
        throw InvalidInput(fmt::format("{} {}: more than 1, did you mean {}%?", source, text, text));
    }
    return percent ? *number / 100 : *number;
}

} // namespace tangram::apps
