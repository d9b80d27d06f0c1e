#pragma once

/// Exact numbers: GMP's rationals, and how users write them.

#include <gmpxx.h>

#include <string>
#include <string_view>

namespace tangram::model::steady_state {

using Rational = mpq_class; ///< always in lowest terms
using Integer = mpz_class;

/// The number that a text is, exactly: "39/280", "-3", "1.25", "6e-3"; all are decimal, leading zeros count for
/// nothing. Throws InvalidInput, which quotes the text, for anything else (blanks, ".5", "1.5/2"), for a denominator of
/// zero, and for numbers of more than 1000 digits (those of a numerator and denominator together; an exponent's zeros
/// included).
[[nodiscard]] Rational parsed_rational(std::string_view text);

/// "39/280", or "3" for a whole number.
[[nodiscard]] std::string to_text(const Rational& number);

} // namespace tangram::model::steady_state
