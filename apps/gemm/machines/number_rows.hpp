#pragma once

/// Rows of numbers, as StarPU writes them about a machine's links.

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {

/// Of a text that ends too early.
inline InvalidInput cut_off() {
    return InvalidInput("it breaks off");
}

/// The rows of a text that have numbers; 'nan' is one, what stands behind # is for people. Throws InvalidInput for what
/// is no number, for a text that breaks off in a line, and for control characters that StarPU would stumble over, as at
/// the ends of a DOS text's lines.
template <class Number> std::vector<std::vector<Number>> number_rows(const std::string& text) {
    if (!text.ends_with('\n')) {
        throw cut_off();
    }
    std::vector<std::vector<Number>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto is_control = [](unsigned char c) { return c < ' ' && c != '\t'; };
        if (std::any_of(line.begin(), line.end(), is_control)) {
            throw InvalidInput("it has control characters");
        }
        std::istringstream words(line.substr(0, line.find('#')));
        std::vector<Number> row;
        for (std::string word; words >> word;) {
            const std::optional<Number> number = parsed<Number>(word);
            if (!number) {
                throw InvalidInput(fmt::format("'{}' is not a number", excerpt(word)));
            }
            row.push_back(*number);
        }
        if (!row.empty()) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace tangram::apps
