#include "tests/emulated_cuda/page_locks.hpp"

#include <iterator>

namespace emulated_cuda {

bool PageLocks::add(const void* address, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(address);
    const std::lock_guard lock(mutex_);
    const auto next = ranges_.lower_bound(begin);
    const bool before = next != ranges_.begin() && std::prev(next)->first + std::prev(next)->second > begin;
    const bool after = next != ranges_.end() && next->first < begin + bytes;
    return !before && !after && ranges_.emplace(begin, bytes).second;
}

bool PageLocks::remove(const void* address) {
    const std::lock_guard lock(mutex_);
    return ranges_.erase(static_cast<const std::byte*>(address)) == 1;
}

bool PageLocks::covers(const void* address, std::size_t bytes) const {
    const auto* begin = static_cast<const std::byte*>(address);
    const std::lock_guard lock(mutex_);
    const auto next = ranges_.upper_bound(begin);
    return next != ranges_.begin() && begin + bytes <= std::prev(next)->first + std::prev(next)->second;
}

PageLocks& page_locks() {
    static auto* const all = new PageLocks;
    return *all;
}

} // namespace emulated_cuda
