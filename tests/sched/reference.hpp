#pragma once

/// What the random tests compare with: where tiles are and which tasks are ready, in
/// plain vectors that are scanned from end to end.

#include "partition/base/allocation.hpp"
#include "sched/policies/strategies.hpp"
#include "sched/policies/workload.hpp"
#include "sched/zones/late_c.hpp"
#include "sched/zones/reduction.hpp"
#include "sched/zones/zone_ends.hpp"
#include "tests/sched/scene.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {

inline bool same(const Task& x, const Task& y) {
    return x.i == y.i && x.j == y.j && x.k == y.k && x.copy == y.copy && x.work == y.work;
}

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    /// lowest to highest, both included.
    template <class Integer> Integer between(Integer lowest, Integer highest) {
        return static_cast<Integer>(lowest + static_cast<Integer>(engine_() % (highest - lowest + 1U)));
    }
    bool one_in(unsigned n) { return engine_() % n == 0; }
    template <class T> void shuffle(std::vector<T>& values) { std::shuffle(values.begin(), values.end(), engine_); }

  private:
    std::mt19937_64 engine_;
};

class ReferencePlaces {
  public:
    ReferencePlaces(const ProductShape& shape, const StartingPlaces& start) : shape_(shape) {
        const PlacesOfTile at_home = home_only(start);
        a_.assign(std::size_t{shape.rows} * shape.depth, at_home);
        b_.assign(std::size_t{shape.depth} * shape.columns, at_home);
        PlacesOfTile unread = at_home;
        unread.needed = false;
        for (std::uint32_t copy = 0; copy < shape.copies; ++copy) {
            const bool read = copy == 0 && start.reads_c;
            c_.emplace_back(std::size_t{shape.rows} * shape.columns, read ? at_home : unread);
        }
    }

    static std::size_t tiles(const Task& task) { return task.work == Work::multiply ? 3 : 2; }

    [[nodiscard]] bool is_at(const Task& task, std::size_t position, Node node) const {
        return of(task, position).nodes[node];
    }

    [[nodiscard]] unsigned cost(const Task& task, Node node) const {
        unsigned missing = 0;
        for (std::size_t position = 0; position < tiles(task); ++position) {
            const PlacesOfTile& places = of(task, position);
            missing += places.needed && !places.nodes[node] ? 1 : 0;
        }
        return missing;
    }

    void hand_out(const Task& task, Node node) {
        const std::size_t written = tiles(task) - 1;
        for (std::size_t position = 0; position < tiles(task); ++position) {
            of(task, position).nodes[node] = true;
        }
        PlacesOfTile& c = of(task, written);
        c.nodes.assign(c.nodes.size(), false);
        c.nodes[node] = true;
        c.needed = true;
    }

    void evict(const Task& task, std::size_t position, Node node) { of(task, position).nodes[node] = false; }

  private:
    struct PlacesOfTile {
        std::vector<bool> nodes;
        bool needed = true; ///< false: nothing was written to it that a task would read
    };

    static PlacesOfTile home_only(const StartingPlaces& start) {
        PlacesOfTile places{std::vector<bool>(start.nodes)};
        if (start.home) {
            places.nodes[*start.home] = true;
        }
        return places;
    }

    [[nodiscard]] const PlacesOfTile& of(const Task& task, std::size_t position) const {
        const std::size_t c = std::size_t{task.i} * shape_.columns + task.j;
        if (task.work == Work::add) {
            return c_[position == 0 ? task.copy : 0][c];
        }
        return position == 0   ? a_[std::size_t{task.i} * shape_.depth + task.k]
               : position == 1 ? b_[std::size_t{task.k} * shape_.columns + task.j]
                               : c_[task.copy][c];
    }
    PlacesOfTile& of(const Task& task, std::size_t position) {
        return const_cast<PlacesOfTile&>(std::as_const(*this).of(task, position));
    }

    ProductShape shape_;
    std::vector<PlacesOfTile> a_;
    std::vector<PlacesOfTile> b_;
    std::vector<std::vector<PlacesOfTile>> c_; ///< by copy
};

/// By node; or unknown.
inline std::vector<NodeSpeed> random_speeds(Random& random, std::size_t nodes) {
    std::vector<NodeSpeed> speeds;
    const double of_ram = random.one_in(2) ? 0 : static_cast<double>(random.between(1U, 8U)) / 16;
    for (std::size_t node = 0; node < nodes; ++node) {
        const auto rate = static_cast<double>(random.between(1U, 8U));
        const double lead = static_cast<double>(random.between(0U, 12U)) / 4;
        const auto workers = random.between<std::size_t>(1, 4);
        const double room = static_cast<double>(random.between(0U, 8U)) / 4;
        const double bus = random.one_in(2) ? 0 : static_cast<double>(random.between(0U, 4U)) / 8;
        speeds.push_back({.lead_seconds = lead,
                          .products_per_second = rate,
                          .workers = workers,
                          .bus_seconds = bus,
                          .ram_seconds = of_ram,
                          .room_seconds = room,
                          .asking_seconds = 0.4 * lead});
    }
    return random.one_in(2) ? speeds : std::vector<NodeSpeed>{};
}

/// A random product on random nodes. If the allocation has layers, with a reduction or without;
/// else C may come late.
inline Workload random_workload(Random& random) {
    Workload work;
    work.shape = {random.between(1U, 6U), random.between(1U, 6U), random.between(1U, 6U)};
    const std::size_t nodes = random.one_in(2) ? random.between<std::size_t>(1, 5) : random.between<std::size_t>(1, 70);
    work.start.nodes = nodes;
    if (!random.one_in(4)) {
        work.start.home = random.between<Node>(0, nodes - 1);
    }
    work.start.reads_c = random.one_in(2);
    work.order = random.one_in(2) ? Order::zone : Order::submission;
    work.seed = random.between<std::uint64_t>(0, 1000);
    const std::size_t layers = random.one_in(2) ? 1 : work.shape.depth;
    partition::Allocation allocation{"random", work.shape.rows, work.shape.columns, nodes, {}, layers};
    for (std::size_t tile = 0; tile < allocation.rows * allocation.columns * layers; ++tile) {
        allocation.owners.push_back(random.between<std::size_t>(0, nodes - 1));
    }
    work.allocation = allocation;
    for (std::size_t tile = 0; !allocation.is_3d() && tile < allocation.owners.size(); ++tile) {
        work.zones.spare.push_back(random.one_in(4) ? std::optional(random.between<Node>(0, nodes - 1)) : std::nullopt);
    }
    const bool has_blocks = random.one_in(2);
    const auto last_block = static_cast<std::uint32_t>(std::min<std::size_t>(3, allocation.owners.size() - 1));
    for (std::size_t tile = 0; has_blocks && tile < allocation.owners.size(); ++tile) {
        work.zones.blocks.push_back(random.between(0U, last_block));
    }
    const bool has_orders = has_blocks && random.one_in(2);
    for (std::size_t tile = 0; has_orders && tile < allocation.owners.size(); ++tile) {
        work.zones.slice_orders.push_back(static_cast<SliceOrder>(random.between(0U, 2U)));
    }
    const bool has_ends = !allocation.is_3d() && random.one_in(2);
    for (std::size_t node = 0; has_ends && node < nodes; ++node) {
        work.zones.ends.push_back(random.between<std::uint32_t>(zone_end(work.shape.depth), work.shape.depth));
    }
    work.speeds = random_speeds(random, nodes);
    work.reduces = allocation.is_3d() && random.one_in(2);
    const bool c_is_late = !allocation.is_3d() && random.one_in(2);
    work.shape.copies = work.reduces ? static_cast<std::uint32_t>(nodes + 1) : c_is_late ? LateC::copies : 1;
    return work;
}

/// Of a balancer or a strategy.
inline MakePolicy maker(const std::string& policy) {
    for (const Balancer& balancer : balancers()) {
        if (balancer.name == policy) {
            return balancer.make;
        }
    }
    return [strategy = find_strategy(policy).value()](const Workload& work) { return strategy.make(work); };
}

/// All tasks of the product, row by row, additions last.
inline std::vector<Task> all_tasks(const Workload& work) {
    const partition::Allocation& allocation = work.allocation.value();
    const Reduction reduction(allocation, work.start.home);
    std::vector<Task> tasks;
    std::vector<Task> additions;
    for (std::uint32_t i = 0; i < work.shape.rows; ++i) {
        for (std::uint32_t j = 0; j < work.shape.columns; ++j) {
            std::vector<bool> used(work.shape.copies);
            for (std::uint32_t k = 0; k < work.shape.depth; ++k) {
                const Node owner = allocation.owner(i, j, allocation.is_3d() ? k : 0);
                const bool is_early = !allocation.is_3d() && work.shape.copies > 1 && k < (i + j) % work.shape.depth;
                const std::uint32_t copy = work.reduces ? reduction.copy(i, j, owner) : is_early ? 1 : 0;
                tasks.push_back(apart(i, j, k, copy));
                used[copy] = true;
            }
            for (std::uint32_t copy = 1; copy < work.shape.copies; ++copy) {
                if (used[copy]) {
                    additions.push_back(addition(i, j, copy));
                }
            }
        }
    }
    tasks.insert(tasks.end(), additions.begin(), additions.end());
    return tasks;
}

} // namespace tangram::sched
