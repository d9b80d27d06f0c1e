#include "apps/gemm/matrix/npy_dictionary.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

namespace tangram::apps {

namespace {

/// Reads the text from left to right, one function per syntactic form.
class Parser {
  public:
    explicit Parser(std::string_view text) : rest_(text) {}

    NpyDictionary dictionary() {
        NpyDictionary result;
        std::set<std::string> keys;
        expect('{');
        while (!accept('}')) {
            const std::string key = string();
            expect(':');
            if (!keys.insert(key).second) {
                throw InvalidInput(fmt::format("its header repeats the key '{}'", excerpt(key)));
            }
            value(key, result);
            if (!accept(',')) {
                require_next('}');
            }
        }
        skip_space();
        if (!rest_.empty()) {
            throw unexpected("its end");
        }
        for (const char* key : {"descr", "fortran_order", "shape"}) {
            if (!keys.contains(key)) {
                throw InvalidInput(fmt::format("its header lacks the key '{}'", key));
            }
        }
        return result;
    }

  private:
    void value(const std::string& key, NpyDictionary& result) {
        if (key == "descr") {
            result.descr = type();
        } else if (key == "fortran_order") {
            result.fortran_order = boolean();
        } else if (key == "shape") {
            result.shape = tuple();
        } else {
            throw InvalidInput(fmt::format(
                "its header has an unknown key '{}', known are 'descr', 'fortran_order' and 'shape'", excerpt(key)));
        }
    }

    std::string string() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') {
            throw unexpected("a string");
        }
        const std::size_t length = rest_.substr(1).find_first_of(std::string{quote, '\\', '\n'});
        if (length == std::string_view::npos || rest_[length + 1] != quote) {
            throw unexpected("a string");
        }
        std::string result(rest_.substr(1, length));
        rest_.remove_prefix(length + 2);
        return result;
    }

    bool boolean() {
        skip_space();
        for (const bool result : {false, true}) {
            const std::string_view name = result ? "True" : "False";
            if (rest_.starts_with(name)) {
                rest_.remove_prefix(name.size());
                return result;
            }
        }
        throw unexpected("True or False");
    }

    std::vector<std::int64_t> tuple() {
        std::vector<std::int64_t> result;
        expect('(');
        while (!accept(')')) {
            result.push_back(integer());
            if (!accept(',')) {
                require_next(')');
            }
        }
        return result;
    }

    std::int64_t integer() {
        skip_space();
        std::int64_t result = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), result);
        if (error == std::errc::result_out_of_range) {
            throw InvalidInput(fmt::format("its header has a size that is too large: '{}'", excerpt(rest_)));
        }
        if (error != std::errc{}) {
            throw unexpected("an integer");
        }
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        accept('L');
        return result;
    }

    /// A string, or the source text of a structured type: a list or tuple.
    std::string type() {
        if (peek() != '[' && peek() != '(') {
            return string();
        }
        const std::string_view start = rest_;
        int depth = 0;
        do {
            const char symbol = peek();
            if (symbol == '\'' || symbol == '"') {
                string();
                continue;
            }
            if (rest_.empty()) {
                throw unexpected("the end of the element type");
            }
            depth += symbol == '[' || symbol == '(' ? 1 : symbol == ']' || symbol == ')' ? -1 : 0;
            rest_.remove_prefix(1);
        } while (depth > 0);
        return std::string(start.substr(0, start.size() - rest_.size()));
    }

    void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n\f"), rest_.size())); }

    /// The first character that is not white space; '\0' at the end.
    char peek() {
        skip_space();
        return rest_.empty() ? '\0' : rest_.front();
    }

    bool accept(char symbol) {
        const bool found = peek() == symbol;
        rest_.remove_prefix(found ? 1 : 0);
        return found;
    }

    void require_next(char symbol) {
        if (peek() != symbol) {
            throw unexpected(fmt::format("',' or '{}'", symbol));
        }
    }

    void expect(char symbol) {
        if (!accept(symbol)) {
            throw unexpected(fmt::format("'{}'", symbol));
        }
    }

    [[nodiscard]] InvalidInput unexpected(std::string_view wanted) const {
        return InvalidInput(fmt::format("its header is malformed: expected {} at '{}'", wanted, excerpt(rest_)));
    }

    std::string_view rest_;
};

} // namespace

NpyDictionary parse_npy_dictionary(std::string_view text) {
    return Parser(text).dictionary();
}

std::string to_string(const NpyDictionary& dictionary) {
    return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", dictionary.descr,
                       dictionary.fortran_order ? "True" : "False", shape_text(dictionary.shape));
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + (shape.size() == 1 ? ",)" : ")");
}

} // namespace tangram::apps
