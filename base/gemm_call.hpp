#pragma once

/// The arguments of a GEMM kernel, for all kinds of devices.

#include "base/tile_view.hpp"
#include "base/transpose.hpp"

namespace tangram {

/// C = alpha op(A) op(B) + beta C, in the order of BLAS's arguments. C is not read where beta is 0.
template <class T, class Memory = AddressedMemory> struct GemmCall {
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    T alpha{1};
    TileView<const T, Memory> a;
    TileView<const T, Memory> b;
    T beta{0};
    TileView<T, Memory> c;

    [[nodiscard]] int m() const { return c.rows; }
    [[nodiscard]] int n() const { return c.columns; }
    [[nodiscard]] int k() const { return transa == Transpose::no ? a.columns : a.rows; }
};

} // namespace tangram
