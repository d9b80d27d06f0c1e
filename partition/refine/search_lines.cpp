#include "base/dice.hpp"
#include "partition/refine/breadth_first_search.hpp"
#include "partition/refine/passable_tasks.hpp"
#include "partition/refine/search_input.hpp"
#include "partition/refine/searches.hpp"
#include "partition/refine/task_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

constexpr std::size_t attempt_steps = 100;

/// WorkBudget: of a step, and to set out for each tile.
constexpr double step_work = 25;
constexpr double setup_work = 60;
constexpr std::size_t none = PassableTasks::none;

/// Keeps the counts in the window at all times: tasks move along paths of
/// processors, each of which passes one on for the one it gets.
class LineSearch {
  public:
    LineSearch(const Allocation& start, const Problem& problem, const Window& window, std::size_t most_steps)
        : lines_(start, problem), window_(window), most_steps_(most_steps), passable_(lines_),
          search_(lines_.processors()) {
        for (std::size_t p = 0; p < lines_.processors(); ++p) {
            unit_ = std::max(unit_, problem.weight(p));
        }
        lines_.admit_free();
        passable_.note_all();
    }

    LineSearch(const LineSearch&) = delete; // passable_ refers to lines_
    LineSearch& operator=(const LineSearch&) = delete;
    ~LineSearch() = default;

    [[nodiscard]] const TaskLines& lines() const { return lines_; }
    [[nodiscard]] bool is_over() const { return steps_ + passable_.steps() >= most_steps_; }
    [[nodiscard]] double unit() const { return unit_; }

    /// Drops members from lines, those with the fewest tasks first, as long as any can be dropped.
    void descend(std::vector<std::size_t> lines) {
        while (!lines.empty() && !is_over()) {
            const std::size_t mark = log_.size();
            drop_each(members_by_tasks(lines));
            lines = lines_of_moves_since(mark);
        }
    }

    void descend_everywhere() {
        std::vector<std::size_t> all(lines_.lines());
        for (std::size_t line = 0; line < all.size(); ++line) {
            all[line] = line;
        }
        descend(std::move(all));
        log_.clear();
    }

    /// Lets a few processors onto lines they are not on, drops a few others
    /// there and descends. Taken back if `accept` does not like the new cost.
    template <class Accept> void perturb(Dice& dice, Accept accept) {
        const double before = lines_.cost();
        steps_ += attempt_steps; // even if nothing can be opened
        std::vector<std::size_t> opened;
        for (std::size_t openings = 1 + dice.below_by_32_bits(3); openings > 0; --openings) {
            const std::size_t task = dice.below_by_32_bits(lines_.tasks());
            const std::size_t which = dice.below_by_32_bits(3);
            const std::size_t choice = dice.below_by_32_bits(1U << 16);
            if (const auto [line, processor] = nearby_opening(task, which, choice); line != none) {
                open(line, processor);
                opened.push_back(line);
            }
        }
        for (std::size_t line : opened) {
            drop_each(members_by_tasks(crossing(line, dice.below_by_32_bits(1U << 16))));
        }
        for (std::size_t line : opened) {
            lines_.prune(line);
        }
        descend(lines_of_moves_since(0));
        if (!accept(lines_.cost() - before)) {
            undo(0);
        }
        for (const Moved& moved : log_) {
            if (changed_.size() <= lines_.tasks()) {
                changed_.push_back(moved.task);
            }
        }
        log_.clear();
        if (passable_.notes() > 16 * lines_.tasks()) {
            passable_.note_all();
        }
    }

    /// Brings the owners of an earlier call, or of the start's descent, up to date.
    void update(std::vector<std::size_t>& owners) {
        if (changed_.size() > lines_.tasks()) {
            owners = lines_.owners();
        }
        for (std::size_t task : changed_) {
            owners[task] = lines_.owner(task);
        }
        changed_.clear();
    }

  private:
    struct Membership {
        std::size_t line;
        std::size_t processor;
        std::size_t tasks;
    };
    struct Moved {
        std::size_t task;
        std::size_t from;
    };

    // Moves, and their way back.

    void move(std::size_t task, std::size_t processor) {
        log_.push_back({task, lines_.owner(task)});
        lines_.move(task, processor);
        passable_.note(task);
    }

    void undo(std::size_t mark) {
        const std::vector<std::size_t> touched = lines_of_moves_since(mark);
        while (log_.size() > mark) {
            const Moved moved = log_.back();
            log_.pop_back();
            lines_.move(moved.task, moved.from);
            passable_.note(moved.task);
        }
        for (std::size_t line : touched) {
            lines_.prune(line);
        }
    }

    [[nodiscard]] std::vector<std::size_t> lines_of_moves_since(std::size_t mark) const {
        std::vector<std::size_t> result;
        std::array<std::size_t, 3> buffer{};
        for (std::size_t m = mark; m < log_.size(); ++m) {
            for (std::size_t line : lines_.lines_through(log_[m].task, buffer)) {
                result.push_back(line);
            }
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    void open(std::size_t line, std::size_t processor) {
        lines_.set_open(line, processor, true);
        for_each_task(line, [&](std::size_t task) {
            passable_.note(task, processor);
            ++steps_;
        });
    }

    template <class Visit> void for_each_task(std::size_t number, Visit visit) const {
        const TaskLines::Line line = lines_.line(number);
        for (std::size_t position = 0; position < line.length; ++position) {
            visit(line.first + position * line.stride);
        }
    }

    // Drops.

    [[nodiscard]] std::vector<Membership> members_by_tasks(const std::vector<std::size_t>& lines) const {
        std::vector<Membership> result;
        for (std::size_t line : lines) {
            for (const TaskLines::Member& member : lines_.members(line)) {
                if (member.tasks > 0 && member.tasks < lines_.line(line).length &&
                    lines_.price(line, member.processor) > 0) {
                    result.push_back({line, member.processor, member.tasks});
                }
            }
        }
        std::stable_sort(result.begin(), result.end(),
                         [](const Membership& a, const Membership& b) { return a.tasks < b.tasks; });
        return result;
    }

    void drop_each(const std::vector<Membership>& memberships) {
        for (const Membership& membership : memberships) {
            if (!is_over()) {
                drop(membership.line, membership.processor);
            }
        }
    }

    /// Passes on all tasks a processor has on a line, or none of them.
    void drop(std::size_t line, std::size_t processor) {
        const TaskLines::Member* member = lines_.member(line, processor);
        if (member == nullptr || member->tasks == 0) {
            return;
        }
        const std::size_t mark = log_.size();
        const double before = lines_.cost();
        lines_.set_open(line, processor, false);
        bool is_done = true;
        for_each_task(
            line, [&](std::size_t task) { is_done = is_done && (lines_.owner(task) != processor || pass_on(task)); });
        if (!is_done || lines_.cost() > before + 1e-9 * unit_) {
            undo(mark);
        }
        open(line, processor);
        for (std::size_t touched : lines_of_moves_since(mark)) {
            lines_.prune(touched);
        }
    }

    /// Gives a task to somebody who may own it, who passes on another one, and
    /// so on along a shortest path to somebody with room or back to its owner.
    bool pass_on(std::size_t task) {
        const std::size_t processors = lines_.processors();
        const std::size_t owner = lines_.owner(task);
        const bool may_shrink = lines_.count(owner) > window_.least[owner];
        search_.restart();
        for (std::size_t q = 0; q < processors; ++q) {
            if (q != owner && passable_.may_own(task, q)) {
                search_.reach(q);
            }
        }
        const auto is_end = [&](std::size_t p) {
            return p == owner || (may_shrink && lines_.count(p) < window_.most[p]);
        };
        const std::optional<std::size_t> end = search_.run(is_end, [&](std::size_t p) {
            for (std::size_t q = 0; q < processors; ++q) {
                if (!search_.has_reached(q) && passable_.find(p, q) != none) {
                    search_.reach(q, p);
                }
            }
            steps_ += processors;
        });
        if (end) {
            shift(task, *end);
        }
        return end.has_value();
    }

    /// Moves one task along each arc of the path that ends at `to`, and `task`
    /// to its start.
    void shift(std::size_t task, std::size_t to) {
        shifts_.clear();
        for (std::size_t from = search_.before(to); from != BreadthFirstSearch::nobody; from = search_.before(to)) {
            shifts_.emplace_back(passable_.find(from, to), to);
            to = from;
        }
        shifts_.emplace_back(task, to);
        for (const auto& [passed, processor] : shifts_) {
            move(passed, processor);
        }
    }

    // Perturbations.

    /// A processor that is on another line through a task, but not on this one.
    [[nodiscard]] std::pair<std::size_t, std::size_t> nearby_opening(std::size_t task, std::size_t which,
                                                                     std::size_t choice) const {
        std::array<std::size_t, 3> buffer{};
        const auto through = lines_.lines_through(task, buffer);
        const std::size_t line = through[which % through.size()];
        const auto members = lines_.members(through[(which + 1 + choice % (through.size() - 1)) % through.size()]);
        const std::size_t processor = members[choice / 2 % members.size()].processor;
        return {lines_.member(line, processor) == nullptr ? line : none, processor};
    }

    /// The lines through a task of a line.
    [[nodiscard]] std::vector<std::size_t> crossing(std::size_t number, std::size_t choice) const {
        const TaskLines::Line line = lines_.line(number);
        std::array<std::size_t, 3> buffer{};
        const auto through = lines_.lines_through(line.first + choice % line.length * line.stride, buffer);
        return {through.begin(), through.end()};
    }

    TaskLines lines_;
    const Window& window_;
    std::size_t most_steps_;
    PassableTasks passable_;
    std::vector<Moved> log_;
    std::vector<std::size_t> changed_; ///< tasks moved since the last update(); all if more than there are
    BreadthFirstSearch search_;
    std::vector<std::pair<std::size_t, std::size_t>> shifts_;
    double unit_ = 0;       ///< the largest weight: what a cost of 1 is without weights
    std::size_t steps_ = 0; ///< besides those of passable_
};

/// Whether the tasks to note for each pair of processors fit into memory:
/// those without weight may own them all.
bool is_worthwhile(const Allocation& start, const Problem& problem) {
    constexpr std::size_t most_processors = 256;
    constexpr std::size_t most_notes = std::size_t{1} << 21;
    if (start.processors > most_processors || start.processors < 2) {
        return false;
    }
    std::size_t free = 0;
    for (std::size_t p = 0; p < start.processors; ++p) {
        free += problem.weight(p) > 0 ? 0 : 1;
    }
    return free < start.processors && start.owners.size() * (1 + free) <= most_notes;
}

} // namespace

Allocation search_lines(const Allocation& start, const Problem& problem, const Window& window,
                        const SearchOptions& options) {
    require_searchable(problem, window);
    require_processors(start, problem);
    require_inside(start, window);
    if (!is_worthwhile(start, problem)) {
        return start;
    }
    const double setup = setup_work * static_cast<double>(start.owners.size());
    const std::size_t most_steps =
        options.spend(setup, std::min<std::size_t>(30'000'000, 60'000 * start.owners.size()), step_work);

    LineSearch search(start, problem, window, most_steps);
    const double temperature = 0.5 * search.unit();
    search.descend_everywhere();
    Allocation best = start;
    best.owners = search.lines().owners();
    double best_cost = search.lines().cost();
    Dice dice(options.seed);
    while (!search.is_over()) {
        search.perturb(dice, [&](double added) { return added <= 0 || dice.unit() < std::exp(-added / temperature); });
        if (search.lines().cost() < best_cost - 1e-9 * search.unit()) {
            best_cost = search.lines().cost();
            search.update(best.owners);
        }
    }
    return best;
}

} // namespace tangram::partition
