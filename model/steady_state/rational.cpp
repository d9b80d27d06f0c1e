#include "model/steady_state/rational.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace tangram::model::steady_state {

namespace {

constexpr std::size_t most_digits = 1000;

/// Takes the digits at its start off a text.
std::string_view taken_digits(std::string_view& text) {
    const std::size_t length = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    return digits;
}

/// Takes one of these characters off the start of a text. Whether one stood there.
bool take(std::string_view& text, std::string_view characters) {
    const bool is_there = !text.empty() && characters.find(text.front()) != std::string_view::npos;
    text.remove_prefix(is_there ? 1 : 0);
    return is_there;
}

/// Reads a number without its sign, all of `rest`.
class UnsignedReader {
  public:
    UnsignedReader(std::string_view text, std::string_view rest) : text_(text), rest_(rest) {}

    Rational read() {
        const std::string_view whole = required_digits();
        return take(rest_, "/") ? fraction(whole) : decimal(whole);
    }

  private:
    Rational fraction(std::string_view numerator) {
        const std::string_view denominator = required_digits();
        require_end();
        require_length(numerator.size() + denominator.size());
        const Integer divisor = integer(denominator);
        if (divisor == 0) {
            reject("has a denominator of zero");
        }
        return Rational(integer(numerator)) / divisor;
    }

    Rational decimal(std::string_view whole) {
        const std::string_view behind_point = take(rest_, ".") ? required_digits() : std::string_view{};
        bool is_small = false;
        std::size_t exponent = 0;
        if (take(rest_, "eE")) {
            is_small = rest_.starts_with('-');
            take(rest_, "+-");
            exponent = exponent_of(required_digits());
        }
        require_end();
        require_length(whole.size() + behind_point.size() + exponent);
        const Rational number = Rational(integer(std::string(whole).append(behind_point))) / zeros(behind_point.size());
        return is_small ? Rational(number / zeros(exponent)) : Rational(number * zeros(exponent));
    }

    std::string_view required_digits() {
        const std::string_view digits = taken_digits(rest_);
        if (digits.empty()) {
            reject_form();
        }
        return digits;
    }

    void require_end() const {
        if (!rest_.empty()) {
            reject_form();
        }
    }

    void require_length(std::size_t digits) const {
        if (digits > most_digits) {
            reject(fmt::format("has more than {} digits", most_digits));
        }
    }

    [[nodiscard]] std::size_t exponent_of(std::string_view digits) const {
        std::size_t exponent = 0;
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        require_length(result.ec == std::errc{} ? exponent : most_digits + 1);
        return exponent;
    }

    static Integer integer(std::string_view digits) { return Integer(std::string(digits), 10); }

    /// 1 and so many zeros.
    static Integer zeros(std::size_t count) {
        Integer power;
        mpz_ui_pow_ui(power.get_mpz_t(), 10, count);
        return power;
    }

    [[noreturn]] void reject_form() const { reject("is not a number such as 3, 1.25, 6e-3 or 39/280"); }

    [[noreturn]] void reject(std::string_view why) const {
        throw InvalidInput(fmt::format("\"{}\" {}", excerpt(text_), why));
    }

    std::string_view text_; ///< for messages
    std::string_view rest_;
};

} // namespace

Rational parsed_rational(std::string_view text) {
    std::string_view rest = text;
    take(rest, "+-");
    Rational number = UnsignedReader(text, rest).read();
    return text.starts_with('-') ? Rational(-number) : number;
}

std::string to_text(const Rational& number) {
    return number.get_str();
}

} // namespace tangram::model::steady_state
