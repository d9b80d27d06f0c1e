#pragma once

/// Copies between pageable RAM and CUDA devices at the speed of the link: threads pack pieces of a matrix into
/// page-locked buffers of their own, and CUDA copies these.
///
///     StarPU's driver thread: begin() -> pieces -> any thread: pack, copy, wait -> done()
///
/// CUDA itself copies pageable memory by one thread, the one that calls: on a node with an H200 8.5 GB/s, while that
/// thread starts no kernel, and 12 threads here copy 40 GB/s. Page-locking the matrices instead takes about as long as
/// multiplying them, and launches wait for it (docs/gpu.md, Pageable matrices).

#include <atomic>
#include <cstddef>
#include <memory>

namespace tangram::cuda {

/// Lines of the same length in RAM and on a device, `pitch` bytes from one to the next.
struct StagedCopy {
    enum class Direction { to_device, to_host };

    struct Lines {
        std::byte* data = nullptr;
        std::size_t pitch = 0;
    };

    Direction direction = Direction::to_device;
    int device = 0; ///< CUDA's number
    Lines host, on_device;
    std::size_t line_bytes = 0;
    std::size_t lines = 0;
};

/// Of a copy.
class PiecesLeft {
  public:
    explicit PiecesLeft(std::size_t count) : count_(count) {}

    [[nodiscard]] bool done() const { return count_ == 0; }
    void one_done() { --count_; }

  private:
    std::atomic<std::size_t> count_;
};

class StagedCopies {
  public:
    /// threads: at least one, each with a page-locked buffer of 4 MiB. device: CUDA's number of one that is in use
    /// anyway. Throws RunFailure if CUDA refuses the memory, or the system a thread.
    StagedCopies(unsigned threads, int device);
    /// All copies are done by then.
    ~StagedCopies();
    StagedCopies(const StagedCopies&) = delete;
    StagedCopies& operator=(const StagedCopies&) = delete;

    [[nodiscard]] unsigned threads() const;

    /// Begins the copy. What was enqueued on a stream before must not touch these bytes; no stream waits for the copy:
    /// a stream that waited for these threads would keep cudaFree() waiting, and that the threads. Thread-safe.
    std::shared_ptr<const PiecesLeft> begin(const StagedCopy& copy);

    /// Throws what the first copy that failed since the last call threw, if one did: its bytes are undefined.
    void rethrow_failure();

  private:
    class Crew;
    std::unique_ptr<Crew> crew_;
};

/// Whether CUDA copies from and to these bytes without help: the first and the last one are page-locked.
bool is_page_locked(const void* data, std::size_t bytes);

} // namespace tangram::cuda
