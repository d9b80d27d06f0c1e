#pragma once

/// The matrices of a simulated run: addresses that StarPU can tell apart, without
/// memory behind them, so that no size is too large.

#include "apps/gemm/matrix/matrix.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include <sys/mman.h>

namespace tangram::apps {

template <class T> class AddressSpace {
  public:
    /// Throws InvalidInput for sizes that overflow, Unavailable if the system has no such range of addresses left.
    AddressSpace(std::int64_t rows, std::int64_t columns)
        : rows_(rows), columns_(columns),
          bytes_(std::max<std::size_t>(1, matrix_bytes(rows, columns, precision_of<T>()))),
          data_(mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        if (data_ == MAP_FAILED) {
            throw Unavailable(fmt::format("no addresses left for a matrix of {} x {}", rows, columns));
        }
    }
    ~AddressSpace() { munmap(data_, bytes_); }
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;

    [[nodiscard]] MatrixView<T> view() const {
        return {static_cast<T*>(data_), rows_, columns_, std::max<std::int64_t>(1, rows_), Layout::column_major};
    }

  private:
    std::int64_t rows_;
    std::int64_t columns_;
    std::size_t bytes_;
    void* data_;
};

} // namespace tangram::apps
