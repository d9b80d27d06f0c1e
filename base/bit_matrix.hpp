#pragma once

/// Sets of small numbers, one for each row, as words of 64 bits: what is in several of them
/// is found 64 at a time.

#include "base/ceil_divided.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram {

class BitMatrix {
  public:
    using Word = std::uint64_t;

    BitMatrix() = default;
    BitMatrix(std::size_t rows, std::size_t columns, bool value = false)
        : columns_(columns), words_(ceil_divided(columns, bits)), matrix_(rows * words_) {
        if (value) {
            set_all();
        }
    }

    [[nodiscard]] bool empty() const { return matrix_.empty(); }
    [[nodiscard]] std::size_t words() const { return words_; } ///< of a row
    [[nodiscard]] Word word(std::size_t row, std::size_t w) const { return matrix_[row * words_ + w]; }
    [[nodiscard]] bool test(std::size_t row, std::size_t column) const {
        return (word(row, column / bits) >> column % bits & 1) != 0;
    }
    [[nodiscard]] bool any(std::size_t row) const {
        for (std::size_t w = 0; w < words_; ++w) {
            if (word(row, w) != 0) {
                return true;
            }
        }
        return false;
    }
    /// Adds the members of one word, the w-th of its row.
    void set_word(std::size_t row, std::size_t w, Word members) { matrix_[row * words_ + w] |= members; }
    void set(std::size_t row, std::size_t column) { matrix_[row * words_ + column / bits] |= Word{1} << column % bits; }
    void set_all() {
        std::fill(matrix_.begin(), matrix_.end(), ~Word{0});
        for (std::size_t last = words_; columns_ % bits != 0 && last <= matrix_.size(); last += words_) {
            matrix_[last - 1] = (Word{1} << columns_ % bits) - 1;
        }
    }
    void reset(std::size_t row, std::size_t column) {
        matrix_[row * words_ + column / bits] &= ~(Word{1} << column % bits);
    }

    /// Brings the word of a member to the cache, without waiting for it.
    void fetch(std::size_t row, std::size_t column) const {
        __builtin_prefetch(&matrix_[row * words_ + column / bits]);
        asm volatile(""); // else GCC 12 leaves out calls of functions that do nothing but this
    }

    /// Calls visit(column) for each member of a row. Members may be removed meanwhile.
    template <class Visit> void for_each(std::size_t row, const Visit& visit) const {
        for (std::size_t w = 0; w < words_; ++w) {
            for_each_bit(word(row, w), w, visit);
        }
    }

    /// Calls visit(column) for the bits of one word, the w-th of its row.
    template <class Visit> static void for_each_bit(Word word, std::size_t w, const Visit& visit) {
        for (; word != 0; word &= word - 1) {
            visit(static_cast<std::uint32_t>(w * bits + static_cast<std::size_t>(std::countr_zero(word))));
        }
    }

    static constexpr std::size_t bits = 64;

  private:
    std::size_t columns_ = 0;
    std::size_t words_ = 0;
    std::vector<Word> matrix_;
};

} // namespace tangram
