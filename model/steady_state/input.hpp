#pragma once

/// Platforms and task trees in JSON, as users write them (docs/steady-state.md). Numbers are JSON numbers or texts such
/// as "1/2"; both are read exactly.

#include "model/steady_state/platform.hpp"
#include "model/steady_state/task_tree.hpp"

#include <string_view>

namespace tangram::model::steady_state {

/// Reads {"processors": [...], "links": [...], "masters": [...], "resources": [...], "times": {...}}; a key that
/// is missing stands for none of its kind. Throws InvalidInput, which says where and what is allowed but does not name
/// the text's file, for anything else, for keys that are not known, for what require_valid() rejects, and for a
/// resource called as another capacity that the platform has (name_of(Capacity)): the cpu of a processor that computes,
/// a port of one-port links, a link that is not one-port.
[[nodiscard]] Platform platform_from_json(std::string_view text);

/// Reads {"tasks": [...], "files": [...]}; a file's end is a task's name, "begin" or "end". A leaf without a file to
/// "end" gets one without data, a task without a weight one of 1. Throws InvalidInput likewise.
[[nodiscard]] TaskTree tree_from_json(std::string_view text);

} // namespace tangram::model::steady_state
