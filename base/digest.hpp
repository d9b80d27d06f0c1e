#pragma once

/// A number for values, by which two processes tell whether theirs are the same: FNV-1a with 64 bits (Fowler, Noll, Vo
/// and Eastlake 2024). Others have the same one by chance only; who wants to deceive can make them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace tangram {

class Digest {
  public:
    /// Their bytes. O(values).
    template <class T> void add(std::span<const T> values) {
        static_assert(std::has_unique_object_representations_v<T> || std::is_same_v<T, double>,
                      "other types may have bytes without a meaning");
        for (const std::byte byte : std::as_bytes(values)) {
            value_ = (value_ ^ std::to_integer<std::uint64_t>(byte)) * prime;
        }
    }

    [[nodiscard]] std::uint64_t value() const { return value_; }

  private:
    static constexpr std::uint64_t prime = 0x100000001b3;

    std::uint64_t value_ = 0xcbf29ce484222325;
};

} // namespace tangram
