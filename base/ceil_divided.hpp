#pragma once

namespace tangram {

/// a / b rounded up, of integers without sign; b > 0.
template <class Unsigned> constexpr Unsigned ceil_divided(Unsigned a, Unsigned b) {
    return (a + b - 1) / b;
}

} // namespace tangram
