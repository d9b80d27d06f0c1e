#pragma once

/// Branch and bound over all dissections of a family, for few processors.

#include "partition/dissection/dissection.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

/// The family (specs/partition.md, section 4, EXACT-FAMILY): a part is cut in
/// two along either axis with any of its processors on either side, or any of
/// them takes the L around a corner box of one of the corner_aspects with the
/// others in it; and so on recursively.
class FamilySearch {
  public:
    static constexpr std::size_t most_processors = 9;

    FamilySearch(const Ascending& order, std::span<const double> weights) : order_(order), weights_(weights) {}

    /// Cost of the cheapest dissection of `part` in the family if it is below
    /// `limit`, else infinity. Exponential in the size of the part.
    double best(const Part& part, double limit);

    /// Hands the zones that best() found, if it did, to the sink.
    template <class Sink> void dissect(const Part& part, Sink& sink) const {
        for (std::size_t i = 0; i < part.size(); ++i)
            sink.assign(part.first + i, shapes_[i]);
    }

  private:
    using Set = unsigned; ///< of processors of the part: bit i for rank part.first + i
    using SetShapes = std::array<Shape, most_processors>;

    struct Candidate {
        double bound;
        Set low;           ///< the processors at the low ends of the box
        std::size_t shape; ///< 0 and 1: a cut along that axis; from 2 on: a corner of this aspect
    };

    void prepare(const Part& part);
    [[nodiscard]] double bound(Set set, const Box& box) const;
    [[nodiscard]] double fraction(Set low, Set set) const { return share_[low] / share_[set]; }
    double search(Set set, const Box& box, double limit, SetShapes& shapes);
    double follow(const Candidate& candidate, Set set, const Box& box, double limit, SetShapes& shapes);
    [[nodiscard]] bool has_twin(Set high, Set set) const;
    void add_cuts(Set set, const Box& box, double limit, std::vector<Candidate>& candidates) const;
    void add_corners(Set set, const Box& box, double limit, std::vector<Candidate>& candidates) const;

    const Ascending& order_;
    std::span<const double> weights_;
    std::array<double, 1 << most_processors> share_{}; ///< of each set in the part
    std::array<double, most_processors> weight_{};
    std::array<double, most_processors> square_{}; ///< weighted half-perimeter of the processor's square
    std::array<double, 1 << most_processors> squares_{};
    Set tiny_ = 0;      ///< too small to lie precisely anywhere but at the low ends
    Set like_next_ = 0; ///< those of the same share and weight as the next rank
    SetShapes shapes_{};
    std::array<SetShapes, most_processors + 1> trials_{};                ///< by size of the set, as
    std::array<std::vector<Candidate>, most_processors + 1> candidates_; ///< these: memory to reuse
};

} // namespace tangram::partition
