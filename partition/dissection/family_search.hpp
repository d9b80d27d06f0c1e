#pragma once

/// Branch and bound over all dissections of a family, for few processors.

#include "partition/dissection/dissection.hpp"
#include "partition/dissection/notches.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tangram::partition {

/// The family (docs/algorithms.md, The exact family): a part is cut in two
/// along either axis with any of its processors on either side, or any of them is
/// the background of notches: a few others have squares of their own, and the
/// rest is in a box of one of the notch_aspects; and so on recursively.
class FamilySearch {
  public:
    static constexpr std::size_t most_processors = 9;

    FamilySearch(const Ascending& order, std::span<const double> weights) : order_(order), weights_(weights) {}

    /// Cost of the cheapest dissection of `part` in the family if it is below
    /// `limit`, else infinity. Exponential in the size of the part.
    double best(const Part& part, double limit);

    /// Hands the zones that best() found, if it did, to the sink.
    template <class Sink> void dissect(const Part& part, Sink& sink) const {
        for (std::size_t i = 0; i < part.size(); ++i) {
            sink.assign(part.first + i, shapes_[i]);
        }
    }

  private:
    using Set = unsigned; ///< of processors of the part: bit i for rank part.first + i
    using SetShapes = std::array<Shape, most_processors>;

    struct Candidate {
        double bound;
        Set low;           ///< the processors at the low ends of the box
        Set background;    ///< of notches, of which `low` is in the first; none of a cut
        std::size_t shape; ///< of a cut its axis, of notches the aspect of the first
    };

    void prepare(const Part& part);
    [[nodiscard]] double bound(Set set, const Box& box) const;
    [[nodiscard]] double fraction(Set low, Set set) const { return share_[low] / share_[set]; }
    double search(Set set, const Box& box, double limit, SetShapes& shapes);
    double follow(const Candidate& candidate, Set set, const Box& box, double limit, SetShapes& shapes);
    double follow_notches(const Candidate& candidate, Set set, const Box& box, double limit, SetShapes& shapes);
    [[nodiscard]] double around(Set background, Set squares, const Box& box) const;
    [[nodiscard]] std::optional<Notches> notches(Set low, Set squares, Set set, const Box& box, double aspect) const;
    [[nodiscard]] bool has_twin(Set high, Set set) const;
    void add_cuts(Set set, const Box& box, double limit, std::vector<Candidate>& candidates) const;
    void add_notches(Set set, const Box& box, double limit, std::vector<Candidate>& candidates) const;
    void add_notches(Set background, Set squares, Set set, const Box& box, double limit,
                     std::vector<Candidate>& candidates) const;

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
