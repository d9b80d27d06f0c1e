#pragma once

#include <stdexcept>
#include <string>

namespace tangram::exchange {

/// A mechanism broke a promise.
class Violation : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

inline void expect(bool condition, const std::string& otherwise) {
    if (!condition) {
        throw Violation(otherwise);
    }
}

} // namespace tangram::exchange
