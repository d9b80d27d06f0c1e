#include "model/steady_state/picture.hpp"

#include "model/steady_state/svg/colours.hpp"
#include "model/steady_state/svg/page.hpp"

#include <fmt/format.h>

#include <array>

namespace tangram::model::steady_state {

namespace {

constexpr std::size_t longest_name = 20; // characters

} // namespace

std::string short_name(const Processor& processor) {
    return svg::shortened(processor.name, longest_name);
}

std::string short_name(const SharedResource& resource) {
    return svg::shortened(resource.name, longest_name);
}

std::string short_name(const Task& task) {
    return svg::shortened(task.name, longest_name);
}

std::string short_name(const TaskTree& tree, const File& file) {
    return svg::shortened(name_of(tree, file), longest_name);
}

std::string colour_of_task(std::size_t task) {
    return svg::colour(task);
}

std::string colour_of(const File& file) {
    return file.is_output() ? svg::pale_colour(file.from) : colour_of_task(file.to);
}

std::string decimal(const Rational& number, int digits) {
    std::array<char, 80> text{};
    gmp_snprintf(text.data(), text.size(), "%.*Fg", digits, mpf_class(number, 64).get_mpf_t());
    return text.data();
}

std::string with_exact(const Rational& number, std::size_t longest) {
    const std::string text = decimal(number);
    const std::string exact = to_text(number);
    return exact == text || exact.size() > longest ? text : fmt::format("{} ({})", text, exact);
}

std::string with_rate(std::string_view name, const Rational& rate) {
    constexpr std::size_t longest_exact = 12;
    return fmt::format("{} {}", name, with_exact(rate, longest_exact));
}

std::string percentage(const Rational& part) {
    const Rational percent = 100 * part;
    const Rational highest(999, 10); // of what is not all
    return decimal(percent > highest && percent < 100 ? highest : percent) + " %";
}

} // namespace tangram::model::steady_state
