#pragma once

/// Disjoint sets of numbers 0, 1, 2, ... that are joined one by one (union by size, path halving), or split whole. What
/// else is known of a set is kept by who uses them, by its root.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tangram::sched::graph {

class DisjointSets {
  public:
    using Element = std::uint32_t;

    /// Numbers up to `count`, those that are new in sets of their own.
    void grow(std::size_t count) {
        for (std::size_t element = nodes_.size(); element < count; ++element) {
            nodes_.push_back({.parent = static_cast<Element>(element)});
        }
    }

    [[nodiscard]] std::size_t count() const { return nodes_.size(); }
    [[nodiscard]] std::size_t size(Element root) const { return nodes_[root].size; }

    /// The root of its set. O(log elements), amortised.
    Element find(Element element) {
        while (nodes_[element].parent != element) {
            nodes_[element].parent = nodes_[nodes_[element].parent].parent;
            element = nodes_[element].parent;
        }
        return element;
    }

    /// Of two roots, which may be equal. Returns the root of the greater set, which is now that of both, and the other.
    std::pair<Element, Element> join(Element a, Element b) {
        if (a != b) {
            if (nodes_[a].size < nodes_[b].size) {
                std::swap(a, b);
            }
            nodes_[b].parent = a;
            nodes_[a].size += nodes_[b].size;
        }
        return {a, b};
    }

    /// Each element of a set becomes a set of its own. set: all of its elements.
    void split(std::span<const Element> set) {
        for (const Element element : set) {
            nodes_[element] = {.parent = element};
        }
    }

  private:
    struct Node {
        Element parent = 0;
        std::uint32_t size = 1;
    };

    std::vector<Node> nodes_;
};

} // namespace tangram::sched::graph
