#include "base/error.hpp"
#include "base/infinity.hpp"
#include "partition/refine/search_input.hpp"
#include "partition/refine/searches.hpp"
#include "partition/refine/task_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <compare>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// A task for another processor. What adds least to the cost comes first; of
/// equals the move along whose lines the giver has few tasks and the taker
/// many; then the first in the order of the tasks.
struct Move {
    double added = infinity;
    std::int64_t giver_ahead = 0;
    std::size_t rank = 0;
    std::size_t target = 0;
    std::size_t task = 0;

    [[nodiscard]] bool is_possible() const { return added < infinity; }
    auto operator<=>(const Move&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0
};

/// Orders of the tasks. Which one of equal moves comes first decides how well
/// the later ones fit, and none is always best.
struct TaskOrder {
    Grid grid;
    bool is_layer_first;
    bool is_backward;

    [[nodiscard]] std::size_t rank(std::size_t task) const {
        const std::size_t k = task % grid.layers;
        const std::size_t j = task / grid.layers % grid.columns;
        const std::size_t i = task / grid.layers / grid.columns;
        const std::size_t rank = is_layer_first ? (i * grid.layers + k) * grid.columns + j : task;
        return is_backward ? grid.tiles() - 1 - rank : rank;
    }
};

/// The greedy way into a window: always the cheapest move next, kept in a heap
/// whose entries are checked when they come up.
class Balancing {
  public:
    Balancing(TaskLines& lines, const Window& window, const TaskOrder& order)
        : lines_(lines), window_(window), order_(order), queued_(lines.tasks()) {}

    void run() {
        for (Phase phase = current_phase(); phase.is_needed(); phase = current_phase()) {
            run(phase);
        }
    }

  private:
    /// Who has too many tasks and who too few. While both exist, tasks go from
    /// the former to the latter; then to or from anybody with room.
    struct Phase {
        bool over = false;
        bool under = false;

        [[nodiscard]] bool is_needed() const { return over || under; }
        bool operator==(const Phase&) const = default;
    };

    [[nodiscard]] Phase current_phase() const {
        Phase phase;
        for (std::size_t p = 0; p < lines_.processors(); ++p) {
            phase.over = phase.over || lines_.count(p) > window_.most[p];
            phase.under = phase.under || lines_.count(p) < window_.least[p];
        }
        return phase;
    }

    [[nodiscard]] bool may_give(std::size_t p, const Phase& phase) const {
        return lines_.count(p) > (phase.over ? window_.most[p] : window_.least[p]);
    }
    [[nodiscard]] bool may_take(std::size_t p, const Phase& phase) const {
        return lines_.count(p) < (phase.under ? window_.least[p] : window_.most[p]);
    }

    void run(const Phase& phase) {
        heap_ = {};
        std::fill(queued_.begin(), queued_.end(), Move{});
        for (std::size_t task = 0; task < lines_.tasks(); ++task) {
            queue(task, phase);
        }
        do {
            apply(next(phase), phase);
        } while (current_phase() == phase);
    }

    [[nodiscard]] Move next(const Phase& phase) {
        while (!heap_.empty()) {
            const Move move = heap_.top();
            heap_.pop();
            if (move != queued_[move.task]) {
                continue; // a cheaper one has been queued since, or it is done
            }
            queued_[move.task] = {};
            if (cheapest(move.task, phase) == move) {
                return move;
            }
            queue(move.task, phase);
        }
        return to_new_lines(phase);
    }

    /// Queues a task's cheapest move, unless it is there already.
    void queue(std::size_t task, const Phase& phase) {
        const Move move = cheapest(task, phase);
        if (move.is_possible() && move < queued_[task]) {
            heap_.push(queued_[task] = move);
        }
    }

    void apply(const Move& move, const Phase& phase) {
        lines_.move(move.task, move.target);
        queued_[move.task] = {};
        std::array<std::size_t, 3> buffer{};
        for (std::size_t number : lines_.lines_through(move.task, buffer)) {
            lines_.prune(number);
            const TaskLines::Line line = lines_.line(number);
            for (std::size_t position = 0; position < line.length; ++position) {
                queue(line.first + position * line.stride, phase);
            }
        }
    }

    /// A task's cheapest move to a member of one of its lines.
    [[nodiscard]] Move cheapest(std::size_t task, const Phase& phase) const {
        Move best;
        if (!may_give(lines_.owner(task), phase)) {
            return best;
        }
        std::array<std::size_t, 3> buffer{};
        for (std::size_t line : lines_.lines_through(task, buffer)) {
            for (const TaskLines::Member& member : lines_.members(line)) {
                if (member.processor != lines_.owner(task) && may_take(member.processor, phase)) {
                    best = std::min(best, priced(task, member.processor));
                }
            }
        }
        return best;
    }

    /// For processors without a task anywhere near those that have too many.
    [[nodiscard]] Move to_new_lines(const Phase& phase) const {
        std::size_t target = 0;
        while (target < lines_.processors() && !may_take(target, phase)) {
            ++target;
        }
        Move best;
        for (std::size_t task = 0; task < lines_.tasks() && target < lines_.processors(); ++task) {
            if (lines_.owner(task) != target && may_give(lines_.owner(task), phase)) {
                best = std::min(best, priced(task, target));
            }
        }
        if (!best.is_possible()) {
            throw InvalidInput(fmt::format("window of tile counts that {} tiles cannot meet", lines_.tasks()));
        }
        return best;
    }

    [[nodiscard]] Move priced(std::size_t task, std::size_t target) const {
        Move move{0, 0, order_.rank(task), target, task};
        std::array<std::size_t, 3> buffer{};
        for (std::size_t line : lines_.lines_through(task, buffer)) {
            const TaskLines::Member* giver = lines_.member(line, lines_.owner(task));
            const TaskLines::Member* taker = lines_.member(line, target);
            const std::uint32_t taker_tasks = taker == nullptr ? 0 : taker->tasks;
            if (giver->tasks == 1) {
                move.added -= lines_.price(line, giver->processor);
            }
            if (taker_tasks == 0) {
                move.added += lines_.price(line, target);
            }
            move.giver_ahead += static_cast<std::int64_t>(giver->tasks) - static_cast<std::int64_t>(taker_tasks);
        }
        return move;
    }

    TaskLines& lines_;
    const Window& window_;
    TaskOrder order_;
    std::vector<Move> queued_; ///< per task, its move in the heap
    std::priority_queue<Move, std::vector<Move>, std::greater<>> heap_;
};

} // namespace

Allocation rebalanced(const Allocation& start, const Problem& problem, const Window& window) {
    require_searchable(problem, window);
    require_processors(start, problem);
    if (window.contains(start.tile_counts())) {
        return start;
    }
    require_possible(window, start.owners.size());
    TaskLines unbalanced(start, problem);
    unbalanced.admit_free();
    Allocation result = start;
    double least = infinity;
    for (bool is_layer_first : {false, true}) {
        for (bool is_backward : {false, true}) {
            TaskLines lines = unbalanced;
            Balancing(lines, window, {{start.rows, start.columns, start.layers}, is_layer_first, is_backward}).run();
            if (lines.cost() < least) {
                least = lines.cost();
                result.owners = lines.owners();
            }
        }
    }
    return result;
}

} // namespace tangram::partition
