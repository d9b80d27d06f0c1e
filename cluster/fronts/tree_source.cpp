#include "cluster/fronts/tree_source.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"
#include "cluster/fronts/grid.hpp"
#include "cluster/fronts/matrix_market.hpp"
#include "cluster/fronts/synthetic_trees.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>

namespace tangram::fronts {

namespace {

InvalidInput bad_source(std::string_view source) {
    return InvalidInput(fmt::format("'{}' is no tree; allowed are {}", excerpt(source), tree_sources));
}

/// What follows "name:"; nothing if the text is no such source.
std::optional<std::string_view> after(std::string_view name, std::string_view source) {
    if (!source.starts_with(name) || source.substr(name.size(), 1) != ":") {
        return std::nullopt;
    }
    return source.substr(name.size() + 1);
}

Index number(std::string_view text, std::string_view source) {
    const auto number = parsed<Index>(text);
    if (!number) {
        throw bad_source(source);
    }
    return *number;
}

SourcedTree of_matrix(SparseMatrix matrix) {
    Analysis analysis = analyse(matrix);
    return {std::move(analysis.tree), Origin{std::move(matrix), std::move(analysis.elimination)}};
}

AssemblyTree wide(std::string_view numbers, std::string_view source, std::uint64_t seed) {
    const std::size_t comma = numbers.find(',');
    if (comma == std::string_view::npos) {
        throw bad_source(source);
    }
    return wide_tree(number(numbers.substr(0, comma), source), number(numbers.substr(comma + 1), source), seed);
}

} // namespace

SourcedTree tree_from(std::string_view source, std::uint64_t seed) {
    if (source == "nested") {
        return {nested_tree(default_volume, seed), std::nullopt};
    }
    if (source == "wide") {
        return {wide_tree(default_branches, default_depth, seed), std::nullopt};
    }
    if (const auto volume = after("nested", source)) {
        return {nested_tree(number(*volume, source), seed), std::nullopt};
    }
    if (const auto numbers = after("wide", source)) {
        return {wide(*numbers, source, seed), std::nullopt};
    }
    if (names_matrix(source)) {
        return tree_of_matrix_from(source, seed);
    }
    throw bad_source(source);
}

bool names_matrix(std::string_view source) {
    return after("grid", source) || source.ends_with(".mtx");
}

SourcedTree tree_of_matrix_from(std::string_view source, std::uint64_t seed) {
    if (!names_matrix(source)) {
        throw InvalidInput(fmt::format("'{}' names no matrix; allowed are {}", excerpt(source), sources_of_matrices));
    }
    const auto grid = after("grid", source);
    return of_matrix(grid ? grid_matrix(parse_grid(*grid), seed)
                          : read_matrix_market(std::filesystem::path(source), seed));
}

} // namespace tangram::fronts
