#pragma once

/// Messages as short texts, for expectations.

#include "cluster/solver/message.hpp"

#include <fmt/format.h>

#include <string>
#include <variant>

namespace tangram::solver::test {

inline std::string text_of(const Rows& rows) {
    return fmt::format("{}-{}", rows.begin, rows.end);
}

inline std::string text_of(const Finished& finished) {
    return fmt::format("finished {}: rows {}", finished.front, text_of(finished.rows));
}

/// Blocks as process:rows.
inline std::string text_of(const Deal& deal) {
    std::string text = fmt::format("deal {}:", deal.front);
    for (const Block& block : deal.blocks) {
        text += fmt::format(" {}:{}", block.process, text_of(Rows{block.begin, block.end}));
    }
    return text;
}

inline std::string text_of(const ContributedRows& rows) {
    return fmt::format("contributed {}: rows {} to block {}", rows.child, text_of(rows.rows), rows.block);
}

inline std::string text_of(const Panel& panel) {
    return fmt::format("panel {}: block {}, rows {}", panel.front, panel.block, text_of(panel.rows));
}

/// "0>1 finished 0: rows 0-4 (24 bytes)".
inline std::string text_of(int from, const Envelope& envelope, const fronts::AssemblyTree& tree) {
    const std::string what = std::visit([](const auto& message) { return text_of(message); }, envelope.message);
    return fmt::format("{}>{} {} ({} bytes)", from, envelope.to, what, payload_bytes(envelope.message, tree));
}

} // namespace tangram::solver::test
