#include "partition/dissection/notches.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tangram::partition {

namespace {

constexpr double fits = 0.999; // thinner remains are slices in all but name

/// Carves notches out of a rectangle, from the low end of its long axis on.
class Carving {
  public:
    explicit Carving(const Box& whole)
        : axis_(long_axis(whole)), unit_(short_side(whole)), room_(fits * long_side(whole)) {
        notches_.around = {{whole}, 1};
    }

    /// The next notch, whose width is that of a slice of the same area; whether it fits.
    bool carve(double width, double notch_aspect) {
        const double along = std::sqrt(width * notch_aspect) * unit_;
        const double across = std::sqrt(width / notch_aspect) * unit_;
        room_ -= along;
        if (room_ < 0 || across > fits * unit_) {
            return false;
        }
        Box& beyond = notches_.around.boxes[0];
        const auto [band, rest] = split(beyond, axis_, along);
        beyond = rest;
        const std::size_t at = notches_.around.count++;
        std::tie(notches_.boxes[at - 1], notches_.around.boxes[at]) = split(band, other(axis_), across);
        return true;
    }

    [[nodiscard]] const Notches& notches() const { return notches_; }

  private:
    Axis axis_;
    double unit_; ///< of widths
    double room_; ///< along the long axis
    Notches notches_;
};

} // namespace

std::optional<Notches> try_notches(const Box& whole, double fraction, double first_aspect,
                                   std::span<const double> squares) {
    const double widths = aspect(whole);
    Carving carving(whole);
    const bool fit =
        carving.carve(fraction * widths, first_aspect) &&
        std::all_of(squares.begin(), squares.end(), [&](double square) { return carving.carve(square * widths, 1); });
    return fit ? std::optional(carving.notches()) : std::nullopt;
}

} // namespace tangram::partition
