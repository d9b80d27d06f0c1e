#include "base/error.hpp"
#include "partition/refine/search_input.hpp"
#include "partition/refine/searches.hpp"
#include "partition/refine/task_lines.hpp"
#include "partition/refine/zone_borders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <compare>
#include <functional>
#include <queue>
#include <vector>

namespace tangram::partition {

namespace {

/// A task for the neighbour: what adds least to the cost first, then along
/// whose lines the giver has few tasks and the taker many.
struct Step {
    double added;
    std::int64_t giver_ahead;
    std::size_t task;

    auto operator<=>(const Step&) const = default; // NOLINT(modernize-use-nullptr)
};

/// Moves what processors have too much to those that have too little through
/// the zones between them, in rounds: who passes how much to which neighbour,
/// then the tasks along each border.
class ZoneBalancing {
  public:
    ZoneBalancing(TaskLines& lines, const Grid& grid, const Window& window)
        : lines_(lines), grid_(grid), window_(window), gives_(lines.processors()), takes_(lines.processors()),
          borders_(lines, grid) {}

    void run() {
        seat_newcomers();
        constexpr std::size_t most_rounds = 24;
        for (std::size_t round = 0; round < most_rounds && set_amounts(); ++round) {
            borders_.find();
            if (!(borders_.send(gives_, takes_) && cross_borders())) {
                break;
            }
        }
        while (set_amounts()) {
            hand_over();
        }
    }

  private:
    /// What each processor may give and take. While some have too many tasks
    /// and others too few, tasks go from the former to the latter; then to or
    /// from anybody with room. False if all counts lie in the window.
    bool set_amounts() {
        bool over = false;
        bool under = false;
        for (std::size_t p = 0; p < lines_.processors(); ++p) {
            over = over || lines_.count(p) > window_.most[p];
            under = under || lines_.count(p) < window_.least[p];
        }
        for (std::size_t p = 0; p < lines_.processors(); ++p) {
            const std::size_t count = lines_.count(p);
            const std::size_t kept = over ? window_.most[p] : window_.least[p];
            const std::size_t wanted = under ? window_.least[p] : window_.most[p];
            gives_[p] = count - std::min(count, kept);
            takes_[p] = wanted - std::min(count, wanted);
        }
        return over || under;
    }

    /// Processors without any task that need some get them from one who has too
    /// many, or else has more than it needs, grown from one task.
    void seat_newcomers() {
        std::vector<std::size_t> newcomers;
        for (std::size_t p = 0; p < lines_.processors(); ++p) {
            if (lines_.count(p) == 0 && window_.least[p] > 0) {
                newcomers.push_back(p);
            }
        }
        auto next = newcomers.begin();
        for (const std::vector<std::size_t>* kept : {&window_.most, &window_.least}) {
            for (std::size_t task = 0; task < lines_.tasks() && next != newcomers.end(); ++task) {
                const std::size_t host = lines_.owner(task);
                if (lines_.count(host) <= (*kept)[host]) {
                    continue;
                }
                const std::size_t wanted = std::min(window_.least[*next], lines_.count(host) - (*kept)[host]);
                move(task, *next);
                std::vector<std::size_t> around;
                for_each_neighbour(grid_, task, [&](std::size_t each) { around.push_back(each); });
                cross(host, *next, wanted - 1, around);
                ++next;
            }
        }
    }

    /// False if no task could move.
    bool cross_borders() {
        const std::vector<Crossing> crossings = borders_.crossings();
        bool moved = false;
        // A processor on the way may have to get tasks before it can give some.
        constexpr std::size_t most_passes = 8;
        for (std::size_t pass = 0; pass < most_passes; ++pass) {
            const std::size_t before = moves_;
            for (auto begin = crossings.begin(); begin != crossings.end();) {
                const auto end = std::find_if(begin, crossings.end(),
                                              [&](const Crossing& each) { return each.border != begin->border; });
                cross(borders_[begin->border], begin, end);
                begin = end;
            }
            if (moves_ == before) {
                break;
            }
            moved = true;
        }
        return moved;
    }

    template <class Iterator> void cross(Border& crossed, Iterator begin, Iterator end) {
        const std::size_t giver = crossed.giver();
        const std::size_t spare = lines_.count(giver) - std::min<std::size_t>(lines_.count(giver), 1);
        const std::size_t amount = std::min(static_cast<std::size_t>(std::abs(crossed.crossing)), spare);
        if (amount == 0) {
            return;
        }
        std::vector<std::size_t> tasks;
        for (; begin != end; ++begin) {
            tasks.push_back(begin->task);
        }
        const auto moved = static_cast<std::int64_t>(cross(giver, crossed.taker(), amount, tasks));
        crossed.crossing += crossed.crossing > 0 ? -moved : moved;
    }

    /// Moves up to `amount` tasks, starting from `tasks` at the border. Returns their number.
    std::size_t cross(std::size_t giver, std::size_t taker, std::size_t amount, const std::vector<std::size_t>& tasks) {
        std::priority_queue<Step, std::vector<Step>, std::greater<>> steps;
        const auto offer = [&](std::size_t task) {
            if (lines_.owner(task) == giver) {
                steps.push(priced(task, taker));
            }
        };
        std::for_each(tasks.begin(), tasks.end(), offer);
        std::size_t moved = 0;
        while (moved < amount && !steps.empty()) {
            const Step step = steps.top();
            steps.pop();
            if (lines_.owner(step.task) != giver) {
                continue;
            }
            if (const Step now = priced(step.task, taker); now > step) {
                steps.push(now);
                continue;
            }
            move(step.task, taker);
            ++moved;
            for_each_neighbour(grid_, step.task, offer);
        }
        return moved;
    }

    [[nodiscard]] Step priced(std::size_t task, std::size_t taker) const {
        Step step{0, 0, task};
        std::array<std::size_t, 3> buffer{};
        for (std::size_t line : lines_.lines_through(task, buffer)) {
            const std::size_t given = lines_.tasks_on(line, lines_.owner(task));
            const std::size_t taken = lines_.tasks_on(line, taker);
            if (given == 1) {
                step.added -= lines_.price(line, lines_.owner(task));
            }
            if (taken == 0) {
                step.added += lines_.price(line, taker);
            }
            step.giver_ahead += static_cast<std::int64_t>(given) - static_cast<std::int64_t>(taken);
        }
        return step;
    }

    void move(std::size_t task, std::size_t processor) {
        lines_.move(task, processor);
        std::array<std::size_t, 3> buffer{};
        for (std::size_t line : lines_.lines_through(task, buffer)) {
            lines_.prune(line);
        }
        ++moves_;
    }

    /// The last resort: tasks go anywhere, in order.
    void hand_over() {
        std::size_t taker = 0;
        for (std::size_t task = 0; task < lines_.tasks(); ++task) {
            while (taker < lines_.processors() && takes_[taker] == 0) {
                ++taker;
            }
            if (taker == lines_.processors()) {
                return;
            }
            const std::size_t owner = lines_.owner(task);
            if (gives_[owner] == 0 || owner == taker) {
                continue;
            }
            --gives_[owner];
            --takes_[taker];
            move(task, taker);
        }
    }

    TaskLines& lines_;
    Grid grid_;
    const Window& window_;
    std::vector<std::size_t> gives_;
    std::vector<std::size_t> takes_;
    ZoneBorders borders_;
    std::size_t moves_ = 0;
};

} // namespace

Allocation rebalanced_by_zones(const Allocation& start, const Problem& problem, const Window& window) {
    require_searchable(problem, window);
    require_processors(start, problem);
    if (window.contains(start.tile_counts())) {
        return start;
    }
    require_possible(window, start.owners.size());
    TaskLines lines(start, problem);
    ZoneBalancing(lines, {start.rows, start.columns, start.layers}, window).run();
    Allocation result = start;
    result.owners = lines.owners();
    return result;
}

} // namespace tangram::partition
