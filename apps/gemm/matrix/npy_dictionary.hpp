#pragma once

/// The Python dictionary in the header of an .npy file: its syntax, without
/// a judgement on what the values mean.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
struct NpyDictionary {
    std::string descr; ///< the type of the elements; of a structured type its source text
    bool fortran_order = false;
    std::vector<std::int64_t> shape;
};

/// Accepts what Python does as far as NumPy writes it: keys in any order, either
/// quote, white space, a comma behind the last item, Python 2's long integers.
/// Throws InvalidInput("its header ...") for anything else, for unknown,
/// repeated and missing keys. O(length) time.
NpyDictionary parse_npy_dictionary(std::string_view text);

/// The dictionary as NumPy writes it.
std::string to_string(const NpyDictionary& dictionary);

/// A shape as Python writes it: (), (5,), (3, 4).
std::string shape_text(const std::vector<std::int64_t>& shape);

} // namespace tangram::apps
