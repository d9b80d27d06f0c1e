#pragma once

/// Numbers that are drawn at random, each once.

#include "base/dice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::sched {

class Bag {
  public:
    Bag() = default;
    explicit Bag(std::vector<std::uint32_t> numbers) : numbers_(std::move(numbers)) {}

    /// 0 to count - 1.
    static Bag of(std::size_t count) {
        std::vector<std::uint32_t> numbers(count);
        std::iota(numbers.begin(), numbers.end(), 0U);
        return Bag(std::move(numbers));
    }

    void reserve(std::size_t count) { numbers_.reserve(count); }
    void add(std::uint32_t number) { numbers_.push_back(number); }

    [[nodiscard]] bool empty() const { return numbers_.empty(); }
    [[nodiscard]] std::size_t size() const { return numbers_.size(); }
    [[nodiscard]] std::uint32_t operator[](std::size_t place) const { return numbers_[place]; }

    /// Takes one out. O(1), as all of these.
    std::uint32_t draw(Dice& dice) { return take(dice.below(numbers_.size())); }

    /// Takes out what is at a place, and puts the last number there.
    std::uint32_t take(std::size_t place) {
        const std::uint32_t number = numbers_[place];
        numbers_[place] = numbers_.back();
        numbers_.pop_back();
        return number;
    }

    /// One of those that are wanted, if any; it stays, others that are met go. O(1) amortised.
    template <class IsWanted> std::optional<std::uint32_t> any_of(const IsWanted& is_wanted, Dice& dice) {
        while (!empty()) {
            const std::size_t place = dice.below(size());
            if (is_wanted(numbers_[place])) {
                return numbers_[place];
            }
            take(place);
        }
        return std::nullopt;
    }

  private:
    std::vector<std::uint32_t> numbers_;
};

/// Draws numbers in uniform random order: they are thrown into bags at random and then drawn bag by bag,
/// so that what is drawn from stays in the cache. (Rao 1961, Sandelius 1962; one large bag is a cache
/// miss for each number.)
class Shuffle {
  public:
    /// To hold so many numbers.
    explicit Shuffle(std::size_t count) : bags_(count / bag_size + 1) {
        for (Bag& bag : bags_) {
            bag.reserve(std::min(count, bag_size + bag_size / 16));
        }
    }

    /// All are to be added before the first is drawn. O(1).
    void add(std::uint32_t number, Dice& dice) { bags_[dice.below(bags_.size())].add(number); }

    /// The next one. There must be some left. O(1) amortised.
    std::uint32_t draw(Dice& dice) {
        while (bags_.back().empty()) {
            bags_.pop_back();
        }
        return bags_.back().draw(dice);
    }

  private:
    static constexpr std::size_t bag_size = std::size_t{1} << 14;

    std::vector<Bag> bags_;
};

} // namespace tangram::sched
