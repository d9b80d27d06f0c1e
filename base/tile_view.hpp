#pragma once

/// A tile as kernels take it. It lies in base/, as cuda/ uses no other room of ours: so kernels for CPUs, OpenCL and
/// CUDA take the same types, and whoever starts them makes only one.

namespace tangram {

/// Memory with addresses: RAM, and that of CUDA devices. OpenCL's has none (OpenclMemory).
struct AddressedMemory {
    template <class T> using Location = T*;
};

/// A column-major tile in the memory of the device that computes on it. Sizes are in elements and, as in BLAS, of type
/// int; `ld` is the distance between the starts of two columns. T may be const.
template <class T, class Memory = AddressedMemory> struct TileView {
    typename Memory::template Location<T> data{};
    int rows = 0;
    int columns = 0;
    int ld = 1;
};

} // namespace tangram
