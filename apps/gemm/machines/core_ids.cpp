#include "apps/gemm/machines/core_ids.hpp"

#include "apps/gemm/machines/starpu_number.hpp"

#include <algorithm>
#include <string>

namespace tangram::apps {

namespace {

std::optional<int> parsed_id(std::string_view text) {
    const std::optional<int> id = starpu_number<int>(text);
    return id && *id >= 0 ? id : std::nullopt;
}

std::optional<CoreRange> parsed_range(std::string_view word) {
    const std::size_t dash = word.find('-');
    const std::optional<int> first = parsed_id(word.substr(0, dash));
    if (!first || dash == std::string_view::npos) {
        return first ? std::optional(CoreRange{*first, first}) : std::nullopt;
    }
    const std::string_view end = word.substr(dash + 1);
    const std::optional<int> last = parsed_id(end);
    return last || end.empty() ? std::optional(CoreRange{*first, last}) : std::nullopt;
}

} // namespace

std::optional<std::vector<CoreRange>> parsed_core_ids(std::string_view text) {
    const std::string separators = std::string(starpu_blanks) + ',';
    std::vector<CoreRange> ranges;
    do {
        text.remove_prefix(std::min(text.find_first_not_of(starpu_blanks), text.size()));
        const std::size_t length = std::min(text.find_first_of(separators), text.size());
        const std::optional<CoreRange> range = parsed_range(text.substr(0, length));
        if (!range) {
            return std::nullopt;
        }
        const bool is_open = !range->last;
        if (is_open && length < text.size() && text[length] != ' ' && text[length] != ',') {
            return std::nullopt; // StarPU would read the next number as the range's end
        }
        ranges.push_back(*range);
        text.remove_prefix(std::min(length + 1, text.size()));
    } while (text.find_first_not_of(starpu_blanks) != std::string_view::npos);
    return ranges;
}

std::size_t length(const std::vector<CoreRange>& ranges, int cores) {
    std::size_t length = 0;
    for (const CoreRange& range : ranges) {
        const int last = std::max(range.last.value_or(cores - 1), range.first);
        length += 1 + static_cast<std::size_t>(last - range.first);
    }
    return length;
}

std::optional<int> missing_core(const std::vector<CoreRange>& ranges, int cores) {
    for (const CoreRange& range : ranges) {
        if (const int highest = std::max(range.first, range.last.value_or(range.first)); highest >= cores) {
            return std::max(range.first, cores);
        }
    }
    return std::nullopt;
}

} // namespace tangram::apps
