#pragma once

/// Colours for things that are numbered.

#include <cstddef>
#include <string>
#include <string_view>

namespace tangram::model::steady_state::svg {

/// #rrggbb. Okabe and Ito's palette (2008), which is safe for the colour-blind, with grey for black; then hues by
/// golden ratio steps, well apart for any number.
[[nodiscard]] std::string colour(std::size_t number);

/// The same colour, pale.
[[nodiscard]] std::string pale_colour(std::size_t number);

/// Black or white, whichever is easier to read on #rrggbb.
[[nodiscard]] std::string_view ink_on(std::string_view colour);

} // namespace tangram::model::steady_state::svg
