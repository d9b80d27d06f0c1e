#include "apps/gemm/machines/core_ids.hpp"

#include "apps/gemm/machines/starpu_number.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace tangram::apps {

namespace {

/// 3, 4-7, or 4- for all from 4
bool is_core_range(std::string_view word) {
    const auto is_id = [](std::string_view text) { return starpu_number<int>(text).value_or(-1) >= 0; };
    const std::size_t dash = word.find('-');
    if (dash == std::string_view::npos) {
        return is_id(word);
    }
    const std::string_view last = word.substr(dash + 1);
    return is_id(word.substr(0, dash)) && (last.empty() || is_id(last));
}

} // namespace

bool is_core_list(std::string_view text) {
    const std::string separators = std::string(starpu_blanks) + ',';
    do {
        text.remove_prefix(std::min(text.find_first_not_of(starpu_blanks), text.size()));
        const std::size_t length = std::min(text.find_first_of(separators), text.size());
        if (!is_core_range(text.substr(0, length))) {
            return false;
        }
        text.remove_prefix(std::min(length + 1, text.size()));
    } while (text.find_first_not_of(starpu_blanks) != std::string_view::npos);
    return true;
}

} // namespace tangram::apps
