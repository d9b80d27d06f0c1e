#pragma once

#include <cstddef>
#include <map>
#include <mutex>

namespace emulated_cuda {

/// Host memory that is page-locked, by address.
class PageLocks {
  public:
    /// False if some of it is locked already.
    bool add(const void* address, std::size_t bytes);
    bool remove(const void* address);
    [[nodiscard]] bool covers(const void* address, std::size_t bytes) const;

  private:
    mutable std::mutex mutex_;
    std::map<const std::byte*, std::size_t> ranges_;
};

PageLocks& page_locks();

} // namespace emulated_cuda
