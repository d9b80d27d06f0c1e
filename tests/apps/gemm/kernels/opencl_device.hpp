#pragma once

/// Matrices on StarPU's OpenCL devices, without its tasks.

#include "apps/gemm/kernels/opencl_memory.hpp"
#include "apps/gemm/matrix/matrix.hpp"

#include <cstddef>

#include <CL/cl.h>
#include <starpu.h>
#include <starpu_opencl.h>

namespace tangram::apps {

/// StarPU's OpenCL device of a number.
struct OpenclDevice {
    explicit OpenclDevice(int number) {
        starpu_opencl_get_context(number, &context);
        starpu_opencl_get_queue(number, &queue);
    }

    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
};

/// A copy of a matrix in the device's memory, `offset` elements behind its start.
template <class T> class DeviceMatrix {
  public:
    DeviceMatrix(const OpenclDevice& device, Matrix<T>& matrix, std::size_t offset)
        : queue_(device.queue), matrix_(matrix), offset_(offset),
          memory_(clCreateBuffer(device.context, CL_MEM_READ_WRITE, (offset + matrix.size()) * sizeof(T), nullptr,
                                 nullptr)) {
        clEnqueueWriteBuffer(queue_, memory_, CL_TRUE, offset_ * sizeof(T), matrix_.size() * sizeof(T), matrix_.data(),
                             0, nullptr, nullptr);
    }
    ~DeviceMatrix() { clReleaseMemObject(memory_); }
    DeviceMatrix(const DeviceMatrix&) = delete;
    DeviceMatrix& operator=(const DeviceMatrix&) = delete;

    /// The first rows of the first columns.
    [[nodiscard]] OpenclTile<T> tile(int rows, int columns) const {
        return {{memory_, offset_}, rows, columns, static_cast<int>(matrix_.ld())};
    }
    [[nodiscard]] OpenclTile<const T> const_tile(int rows, int columns) const {
        return {{memory_, offset_}, rows, columns, static_cast<int>(matrix_.ld())};
    }

    void fetch() {
        clEnqueueReadBuffer(queue_, memory_, CL_TRUE, offset_ * sizeof(T), matrix_.size() * sizeof(T), matrix_.data(),
                            0, nullptr, nullptr);
    }

  private:
    cl_command_queue queue_;
    Matrix<T>& matrix_;
    std::size_t offset_;
    cl_mem memory_;
};

} // namespace tangram::apps
