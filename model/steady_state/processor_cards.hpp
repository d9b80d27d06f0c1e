#pragma once

/// The boxes of processors in the picture of a platform. For the sources of this folder.

#include "model/steady_state/rates.hpp"
#include "model/steady_state/svg/page.hpp"

#include <string>
#include <vector>

namespace tangram::model::steady_state {

/// What the box of a processor says.
struct Card {
    /// A task that it executes.
    struct Part {
        svg::Entry entry;
        Rational share; ///< of the processor's time
    };

    std::string name;
    std::string role; ///< "master", say
    std::string busy;
    std::vector<Part> parts;
    bool is_master = false;
    bool has_cpu = false;
    svg::Extent extent; ///< of the box, px

    /// How far what is drawn reaches beyond the box, px.
    [[nodiscard]] double outline() const { return is_master ? 5 : 0.5; }
};

/// By processor.
[[nodiscard]] std::vector<Card> cards_of(const Problem& problem, const Rates& rates);

void append_card(std::string& picture, const Card& card, svg::Spot centre);

} // namespace tangram::model::steady_state
