#include "apps/gemm/machines/device_ids.hpp"

#include "base/parsed_number.hpp"

#include <algorithm>

namespace tangram::apps {

std::optional<std::vector<int>> parsed_device_ids(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    std::vector<int> ids;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.empty()) {
            break;
        }
        const std::string_view word = text.substr(0, text.find_first_of(blanks));
        const std::optional<int> id = parsed<int>(word);
        if (!id || *id < 0) {
            return std::nullopt;
        }
        ids.push_back(*id);
        text.remove_prefix(word.size());
    }
    return ids.empty() ? std::nullopt : std::optional(std::move(ids));
}

} // namespace tangram::apps
