#pragma once

/// A colour for each processor.

#include <cstddef>
#include <string>
#include <string_view>

namespace tangram::partition::svg {

struct Colour {
    int red, green, blue; ///< 0 to 255
};

/// Okabe and Ito's palette (2008), safe for the colour-blind, with grey for
/// black, which would swallow lines; then hues by golden ratio steps, well
/// apart for any number.
[[nodiscard]] Colour colour_of(std::size_t processor);

/// Each channel times `light`, as on a face turned away from it.
[[nodiscard]] Colour shaded(Colour colour, double light);

/// #rrggbb.
[[nodiscard]] std::string to_string(Colour colour);

/// Black or white, whichever is easier to read on the colour.
[[nodiscard]] std::string_view ink_on(Colour colour);

} // namespace tangram::partition::svg
