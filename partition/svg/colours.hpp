#pragma once

/// A colour for each processor.

#include "base/palette.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace tangram::partition::svg {

/// Each channel times `light`, as on a face turned away from it.
[[nodiscard]] Colour shaded(Colour colour, double light);

/// #rrggbb.
[[nodiscard]] std::string to_string(Colour colour);

/// Black or white, whichever is easier to read on the colour.
[[nodiscard]] std::string_view ink_on(Colour colour);

} // namespace tangram::partition::svg
