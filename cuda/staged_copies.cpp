#include "cuda/staged_copies.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

namespace tangram::cuda {

namespace {

/// Of a thread. Pieces of 2 MiB are copied at three quarters of this speed, those of 8 MiB hardly faster (H200).
constexpr std::size_t buffer_bytes = std::size_t{4} << 20;

void check(cudaError_t error, const char* what) {
    if (error != cudaSuccess) {
        throw RunFailure(std::string(what) + ": " + cudaGetErrorString(error));
    }
}

struct FreeHost {
    void operator()(std::byte* buffer) const noexcept { cudaFreeHost(buffer); }
};
using Buffer = std::unique_ptr<std::byte, FreeHost>;

struct DestroyStream {
    void operator()(cudaStream_t stream) const noexcept { cudaStreamDestroy(stream); }
};
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, DestroyStream>;

Buffer make_buffer() {
    void* buffer = nullptr;
    check(cudaHostAlloc(&buffer, buffer_bytes, cudaHostAllocPortable), "page-locking a buffer for copies");
    return Buffer(static_cast<std::byte*>(buffer));
}

Stream make_stream() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    return Stream(stream);
}

struct Piece {
    StagedCopy copy; ///< no more than a buffer holds
    std::shared_ptr<PiecesLeft> left;
};

/// Pieces of whole lines or, where a line is longer than a buffer, of one line.
std::vector<StagedCopy> pieces_of(const StagedCopy& copy) {
    const std::size_t width = std::min(copy.line_bytes, buffer_bytes);
    const std::size_t height = width == 0 ? 1 : buffer_bytes / width;
    std::vector<StagedCopy> pieces;
    for (std::size_t line = 0; line < copy.lines; line += height) {
        for (std::size_t at = 0; at < copy.line_bytes; at += width) {
            StagedCopy piece = copy;
            piece.host.data += line * copy.host.pitch + at;
            piece.on_device.data += line * copy.on_device.pitch + at;
            piece.line_bytes = std::min(width, copy.line_bytes - at);
            piece.lines = std::min(height, copy.lines - line);
            pieces.push_back(piece);
        }
    }
    return pieces;
}

void copy_lines(std::byte* to, std::size_t to_pitch, const std::byte* from, std::size_t from_pitch,
                const StagedCopy& copy) {
    for (std::size_t line = 0; line < copy.lines; ++line) {
        std::memcpy(to + line * to_pitch, from + line * from_pitch, copy.line_bytes);
    }
}

/// What a thread copies with.
class Carrier {
  public:
    explicit Carrier(std::byte* buffer) : buffer_(buffer) {}

    void carry(const StagedCopy& copy) {
        cudaStream_t stream = stream_on(copy.device);
        const std::size_t width = copy.line_bytes;
        const auto& [host, on_device] = std::pair(copy.host, copy.on_device);
        if (copy.direction == StagedCopy::Direction::to_device) {
            copy_lines(buffer_, width, host.data, host.pitch, copy);
            check(cudaMemcpy2DAsync(on_device.data, on_device.pitch, buffer_, width, width, copy.lines,
                                    cudaMemcpyHostToDevice, stream),
                  "copying to a GPU");
            check(cudaStreamSynchronize(stream), "copying to a GPU");
        } else {
            check(cudaMemcpy2DAsync(buffer_, width, on_device.data, on_device.pitch, width, copy.lines,
                                    cudaMemcpyDeviceToHost, stream),
                  "copying from a GPU");
            check(cudaStreamSynchronize(stream), "copying from a GPU");
            copy_lines(host.data, host.pitch, buffer_, width, copy);
        }
    }

  private:
    cudaStream_t stream_on(int device) {
        check(cudaSetDevice(device), "cudaSetDevice");
        Stream& stream = streams_[device];
        if (!stream) {
            stream = make_stream();
        }
        return stream.get();
    }

    std::byte* buffer_;
    std::map<int, Stream> streams_;
};

} // namespace

/// The threads, and the pieces that wait for one.
class StagedCopies::Crew {
  public:
    explicit Crew(unsigned threads) {
        for (unsigned thread = 0; thread < threads; ++thread) {
            buffers_.push_back(make_buffer());
        }
        for (const Buffer& buffer : buffers_) {
            threads_.emplace_back([this, data = buffer.get()] { work(data); });
        }
    }

    ~Crew() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        changed_.notify_all();
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    [[nodiscard]] unsigned size() const { return static_cast<unsigned>(threads_.size()); }

    std::shared_ptr<PiecesLeft> begin(const StagedCopy& copy) {
        const std::vector<StagedCopy> pieces = pieces_of(copy);
        auto left = std::make_shared<PiecesLeft>(pieces.size());
        {
            const std::lock_guard lock(mutex_);
            for (const StagedCopy& piece : pieces) {
                waiting_.push_back({piece, left});
            }
        }
        changed_.notify_all();
        return left;
    }

    [[nodiscard]] std::optional<std::string> failure() const {
        const std::lock_guard lock(mutex_);
        return failure_;
    }

  private:
    std::optional<Piece> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
        if (waiting_.empty()) {
            return std::nullopt;
        }
        Piece piece = std::move(waiting_.front());
        waiting_.pop_front();
        return piece;
    }

    void work(std::byte* buffer) {
        Carrier carrier(buffer);
        while (const std::optional<Piece> piece = next()) {
            try {
                carrier.carry(piece->copy);
            } catch (const std::exception& error) {
                const std::lock_guard lock(mutex_);
                failure_ = failure_.value_or(error.what());
            }
            piece->left->one_done();
        }
    }

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Piece> waiting_;
    bool ending_ = false;
    std::optional<std::string> failure_;
    std::vector<Buffer> buffers_; ///< outlive the threads
    std::vector<std::thread> threads_;
};

StagedCopies::StagedCopies(unsigned threads) : crew_(std::make_unique<Crew>(threads)) {}

StagedCopies::~StagedCopies() = default;

unsigned StagedCopies::threads() const {
    return crew_->size();
}

std::shared_ptr<const PiecesLeft> StagedCopies::begin(const StagedCopy& copy) {
    return crew_->begin(copy);
}

std::optional<std::string> StagedCopies::failure() const {
    return crew_->failure();
}

bool is_page_locked(const void* data, std::size_t bytes) {
    const auto is_locked = [](const void* address) {
        cudaPointerAttributes attributes{};
        return cudaPointerGetAttributes(&attributes, address) == cudaSuccess && attributes.type == cudaMemoryTypeHost;
    };
    const bool locked = bytes > 0 && is_locked(data) && is_locked(static_cast<const std::byte*>(data) + bytes - 1);
    cudaGetLastError(); // of an address that CUDA does not know, which old drivers refuse
    return locked;
}

} // namespace tangram::cuda
