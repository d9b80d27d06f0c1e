#include "model/steady_state/examples.hpp"

#include <fmt/format.h>

#include <initializer_list>

namespace tangram::model::steady_state {

namespace {

/// A link in both directions between processors as the paper counts them, from 1.
struct Edge {
    std::size_t a;
    std::size_t b;
    unsigned c;
};

/// P1, P2, ...; P1 is the master. A w of 0 stands for a processor that computes nothing.
Platform platform_of(std::initializer_list<unsigned> ws, std::initializer_list<Edge> edges) {
    Platform platform;
    for (const unsigned w : ws) {
        platform.processors.push_back(
            {fmt::format("P{}", platform.processors.size() + 1), w > 0 ? std::optional<Rational>(w) : std::nullopt});
    }
    for (const Edge& edge : edges) {
        platform.links.push_back({edge.a - 1, edge.b - 1, edge.c, {}});
        platform.links.push_back({edge.b - 1, edge.a - 1, edge.c, {}});
    }
    platform.masters = {0};
    return platform;
}

} // namespace

Problem toy_example() {
    return {platform_of({5, 2, 4, 1}, {{1, 2, 2}, {1, 3, 1}, {2, 3, 10}, {2, 4, 3}, {3, 4, 3}}),
            {{{"T1", 1}, {"T2", 4}, {"T3", 5}, {"T4", 4}},
             {{outside, 0, 6}, {0, 1, 1}, {0, 2, 2}, {1, 3, 3}, {2, outside, 0}, {3, outside, 0}}}};
}

Problem seventeen_example() {
    return {platform_of({5, 5, 30, 30, 10, 30, 20, 40, 0, 10, 0, 10, 20, 20, 30, 20, 5},
                        {{1, 2, 1},   {1, 3, 1},   {1, 4, 1},   {2, 3, 1},   {2, 5, 1},   {2, 6, 1},   {4, 5, 1},
                         {5, 7, 1},   {6, 7, 1},   {1, 8, 1},   {2, 8, 1},   {8, 9, 8},   {9, 10, 1},  {9, 11, 1},
                         {9, 14, 1},  {10, 12, 1}, {11, 12, 1}, {11, 16, 1}, {11, 17, 1}, {12, 13, 1}, {13, 17, 1},
                         {14, 15, 1}, {14, 16, 1}, {16, 17, 1}, {15, 17, 1}}),
            {{{"T1", Rational(1, 2)}, {"T2", 2}, {"T3", 4}, {"T4", 4}, {"T5", 4}},
             {{outside, 0, 10},
              {0, 1, 3},
              {1, 2, 1},
              {1, 3, 1},
              {1, 4, 1},
              {2, outside, 0},
              {3, outside, 0},
              {4, outside, 0}}}};
}

} // namespace tangram::model::steady_state
