#include "apps/command/options.hpp"

#include "base/nearest_name.hpp"
#include "base/parsed_number.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tangram::apps {

CLI::Validator whole_number(std::int64_t lowest, std::int64_t highest) {
    const auto check = [lowest, highest](std::string& text) {
        const std::optional<std::int64_t> number = parsed<std::int64_t>(text);
        if (!number || *number < lowest || *number > highest) {
            return fmt::format("'{}' is not a whole number from {} to {}", text, lowest, highest);
        }
        text = fmt::format("{}", *number); // CLI11 would take 010 for 8
        return std::string();
    };
    return {check, ""};
}

CLI::Validator finite_number() {
    const auto check = [](const std::string& text) {
        const std::optional<double> number = parsed<double>(text);
        return number && std::isfinite(*number) ? "" : fmt::format("'{}' is not a finite number", text);
    };
    return {check, ""};
}

CLI::Validator not_empty() {
    return {[](const std::string& text) { return text.empty() ? "the value is empty" : ""; }, ""};
}

CLI::Validator one_of(const std::vector<std::string>& names) {
    const auto check = [names](const std::string& text) {
        const bool is_known = std::find(names.begin(), names.end(), text) != names.end();
        return is_known ? "" : fmt::format("'{}' is none of {}{}", text, fmt::join(names, ", "), guess(text, names));
    };
    return {check, fmt::format("{{{}}}", fmt::join(names, ","))};
}

void add_markdown_option(CLI::App& command, bool& markdown, const std::string& description) {
    const CLI::Option* const flag = command.add_flag("--markdown", markdown, description);
    command.parse_complete_callback([&command, flag] {
        for (const CLI::Option* option : command.get_options()) {
            if (flag->count() > 0 && option != flag && option->count() > 0) {
                throw CLI::ExcludesError(option->get_name(), flag->get_name());
            }
        }
    });
}

void add_progress_option(CLI::App& command, std::string& mode) {
    command.add_option("--progress", mode, "progress line on stderr; auto: if stderr is a terminal")
        ->check(one_of({"auto", "always", "never"}))
        ->capture_default_str();
}

std::unique_ptr<Progress> progress_line(const std::string& mode, const std::string& counted, std::uint64_t parts) {
    if (mode == "always") {
        return make_progress_line(ProgressMode::always, counted, parts);
    }
    return make_progress_line(mode == "never" ? ProgressMode::never : ProgressMode::automatic, counted, parts);
}

} // namespace tangram::apps
