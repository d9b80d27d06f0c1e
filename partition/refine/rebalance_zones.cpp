#include "partition/error.hpp"
#include "partition/refine/search_input.hpp"
#include "partition/refine/searches.hpp"
#include "partition/refine/task_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// Two processors with tasks next to each other, and the tasks that shall cross.
struct Border {
    std::uint32_t first;
    std::uint32_t second;      ///< above `first`
    std::int64_t crossing = 0; ///< from first to second; negative the other way

    [[nodiscard]] bool operator<(const Border& other) const {
        return std::pair(first, second) < std::pair(other.first, other.second);
    }
    [[nodiscard]] bool operator==(const Border& other) const { return first == other.first && second == other.second; }
    [[nodiscard]] std::uint32_t giver() const { return crossing > 0 ? first : second; }
    [[nodiscard]] std::uint32_t taker() const { return crossing > 0 ? second : first; }
};

/// A task at a border where tasks shall cross.
struct Crossing {
    std::uint32_t border;
    std::uint32_t task;

    auto operator<=>(const Crossing&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0
};

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
        : lines_(lines), grid_(grid), window_(window), gives_(lines.processors()), takes_(lines.processors()) {}

    void run() {
        seat_newcomers();
        constexpr std::size_t most_rounds = 24;
        for (std::size_t round = 0; round < most_rounds && set_amounts(); ++round) {
            find_borders();
            if (!(assign_crossings() && cross_borders()))
                break;
        }
        while (set_amounts())
            hand_over();
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

    template <class Visit> void for_each_neighbour(std::size_t task, Visit visit) const {
        const std::size_t k = task % grid_.layers;
        const std::size_t j = task / grid_.layers % grid_.columns;
        const std::size_t i = task / grid_.layers / grid_.columns;
        const std::size_t row = grid_.columns * grid_.layers;
        if (i > 0)
            visit(task - row);
        if (j > 0)
            visit(task - grid_.layers);
        if (k > 0)
            visit(task - 1);
        if (k + 1 < grid_.layers)
            visit(task + 1);
        if (j + 1 < grid_.columns)
            visit(task + grid_.layers);
        if (i + 1 < grid_.rows)
            visit(task + row);
    }

    [[nodiscard]] Border border(std::size_t p, std::size_t q) const {
        return {static_cast<std::uint32_t>(std::min(p, q)), static_cast<std::uint32_t>(std::max(p, q))};
    }

    /// Processors without any task that need some get them from one who has too
    /// many, or else has more than it needs, grown from one task.
    void seat_newcomers() {
        std::vector<std::size_t> newcomers;
        for (std::size_t p = 0; p < lines_.processors(); ++p)
            if (lines_.count(p) == 0 && window_.least[p] > 0)
                newcomers.push_back(p);
        auto next = newcomers.begin();
        for (const std::vector<std::size_t>* kept : {&window_.most, &window_.least})
            for (std::size_t task = 0; task < lines_.tasks() && next != newcomers.end(); ++task) {
                const std::size_t host = lines_.owner(task);
                if (lines_.count(host) <= (*kept)[host])
                    continue;
                const std::size_t wanted = std::min(window_.least[*next], lines_.count(host) - (*kept)[host]);
                move(task, *next);
                std::vector<std::size_t> around;
                for_each_neighbour(task, [&](std::size_t each) { around.push_back(each); });
                cross(host, *next, wanted - 1, around);
                ++next;
            }
    }

    void find_borders() {
        borders_.clear();
        std::size_t sorted = 0;
        for (std::size_t task = 0; task < lines_.tasks(); ++task) {
            for_each_neighbour(task, [&](std::size_t other) {
                if (other > task && lines_.owner(other) != lines_.owner(task))
                    borders_.push_back(border(lines_.owner(task), lines_.owner(other)));
            });
            if (borders_.size() > 2 * sorted + (std::size_t{1} << 20)) {
                sort_borders();
                sorted = borders_.size();
            }
        }
        sort_borders();
    }

    void sort_borders() {
        std::sort(borders_.begin(), borders_.end());
        borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
    }

    /// Sends what may be given towards the nearest processor that may take it,
    /// until there is no more. False if nothing can be sent.
    bool assign_crossings() {
        std::vector<std::size_t> first_border(lines_.processors() + 1, 0); // of each processor in `at`
        for (const Border& each : borders_) {
            ++first_border[each.first];
            ++first_border[each.second];
        }
        std::exclusive_scan(first_border.begin(), first_border.end(), first_border.begin(), std::size_t{0});
        std::vector<std::uint32_t> at(2 * borders_.size());
        std::vector<std::size_t> end(first_border.begin(), first_border.end() - 1);
        for (std::uint32_t b = 0; b < borders_.size(); ++b) {
            at[end[borders_[b].first]++] = b;
            at[end[borders_[b].second]++] = b;
        }
        bool sent = false;
        constexpr std::size_t most_waves = 64;
        constexpr std::size_t most_work = 60'000'000; // a second or two; hand_over() has the rest
        for (std::size_t wave = 0; wave < most_waves && work_ < most_work; ++wave) {
            work_ += lines_.processors() + borders_.size();
            if (!send_to_nearest(first_border, at))
                break;
            sent = true;
        }
        return sent;
    }

    /// One breadth-first search from all takers; every giver sends along its
    /// way to the one that reached it.
    bool send_to_nearest(const std::vector<std::size_t>& first_border, const std::vector<std::uint32_t>& at) {
        constexpr auto unreached = static_cast<std::uint32_t>(-1);
        constexpr std::uint32_t taker = unreached - 1;
        std::vector<std::uint32_t> towards(lines_.processors(), unreached); // border to the next on the way
        std::vector<std::uint32_t> reached;
        for (std::size_t p = 0; p < lines_.processors(); ++p)
            if (takes_[p] > 0) {
                towards[p] = taker;
                reached.push_back(static_cast<std::uint32_t>(p));
            }
        for (std::size_t next = 0; next < reached.size(); ++next)
            for (std::size_t a = first_border[reached[next]]; a < first_border[reached[next] + 1]; ++a) {
                const std::uint32_t q = across(at[a], reached[next]);
                if (towards[q] == unreached) {
                    towards[q] = at[a];
                    reached.push_back(q);
                }
            }
        bool sent = false;
        for (std::uint32_t p : reached) {
            if (gives_[p] == 0 || towards[p] == taker)
                continue;
            std::uint32_t last = p;
            while (towards[last] != taker)
                last = across(towards[last], last);
            const std::size_t amount = std::min(gives_[p], takes_[last]);
            for (std::uint32_t from = p; amount > 0 && from != last; from = across(towards[from], from)) {
                Border& crossed = borders_[towards[from]];
                crossed.crossing += from == crossed.first ? std::int64_t(amount) : -std::int64_t(amount);
            }
            gives_[p] -= amount;
            takes_[last] -= amount;
            sent = sent || amount > 0;
        }
        return sent;
    }

    [[nodiscard]] std::uint32_t across(std::uint32_t b, std::uint32_t p) const {
        return borders_[b].first == p ? borders_[b].second : borders_[b].first;
    }

    /// False if no task could move.
    bool cross_borders() {
        std::erase_if(borders_, [](const Border& each) { return each.crossing == 0; });
        const std::vector<Crossing> crossings = find_crossings();
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
            if (moves_ == before)
                break;
            moved = true;
        }
        return moved;
    }

    /// The givers' tasks at the borders where some shall cross.
    [[nodiscard]] std::vector<Crossing> find_crossings() const {
        std::vector<Crossing> result;
        for (std::size_t task = 0; task < lines_.tasks(); ++task)
            for_each_neighbour(task, [&](std::size_t other) {
                if (lines_.owner(other) == lines_.owner(task))
                    return;
                const Border wanted = border(lines_.owner(task), lines_.owner(other));
                const auto found = std::lower_bound(borders_.begin(), borders_.end(), wanted);
                if (found != borders_.end() && *found == wanted && found->giver() == lines_.owner(task))
                    result.push_back(
                        {static_cast<std::uint32_t>(found - borders_.begin()), static_cast<std::uint32_t>(task)});
            });
        std::sort(result.begin(), result.end());
        return result;
    }

    template <class Iterator> void cross(Border& crossed, Iterator begin, Iterator end) {
        const std::size_t giver = crossed.giver();
        const std::size_t spare = lines_.count(giver) - std::min<std::size_t>(lines_.count(giver), 1);
        const std::size_t amount = std::min(static_cast<std::size_t>(std::abs(crossed.crossing)), spare);
        if (amount == 0)
            return;
        std::vector<std::size_t> tasks;
        for (; begin != end; ++begin)
            tasks.push_back(begin->task);
        const auto moved = static_cast<std::int64_t>(cross(giver, crossed.taker(), amount, tasks));
        crossed.crossing += crossed.crossing > 0 ? -moved : moved;
    }

    /// Moves up to `amount` tasks, starting from `tasks` at the border. Returns their number.
    std::size_t cross(std::size_t giver, std::size_t taker, std::size_t amount, const std::vector<std::size_t>& tasks) {
        std::priority_queue<Step, std::vector<Step>, std::greater<>> steps;
        const auto offer = [&](std::size_t task) {
            if (lines_.owner(task) == giver)
                steps.push(priced(task, taker));
        };
        std::for_each(tasks.begin(), tasks.end(), offer);
        std::size_t moved = 0;
        while (moved < amount && !steps.empty()) {
            const Step step = steps.top();
            steps.pop();
            if (lines_.owner(step.task) != giver)
                continue;
            if (const Step now = priced(step.task, taker); now > step) {
                steps.push(now);
                continue;
            }
            move(step.task, taker);
            ++moved;
            for_each_neighbour(step.task, offer);
        }
        return moved;
    }

    [[nodiscard]] Step priced(std::size_t task, std::size_t taker) const {
        Step step{0, 0, task};
        std::array<std::size_t, 3> buffer{};
        for (std::size_t line : lines_.lines_through(task, buffer)) {
            const std::size_t given = lines_.tasks_on(line, lines_.owner(task));
            const std::size_t taken = lines_.tasks_on(line, taker);
            if (given == 1)
                step.added -= lines_.price(line, lines_.owner(task));
            if (taken == 0)
                step.added += lines_.price(line, taker);
            step.giver_ahead += static_cast<std::int64_t>(given) - static_cast<std::int64_t>(taken);
        }
        return step;
    }

    void move(std::size_t task, std::size_t processor) {
        lines_.move(task, processor);
        std::array<std::size_t, 3> buffer{};
        for (std::size_t line : lines_.lines_through(task, buffer))
            lines_.prune(line);
        ++moves_;
    }

    /// The last resort: tasks go anywhere, in order.
    void hand_over() {
        std::size_t taker = 0;
        for (std::size_t task = 0; task < lines_.tasks(); ++task) {
            while (taker < lines_.processors() && takes_[taker] == 0)
                ++taker;
            if (taker == lines_.processors())
                return;
            const std::size_t owner = lines_.owner(task);
            if (gives_[owner] == 0 || owner == taker)
                continue;
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
    std::vector<Border> borders_;
    std::size_t moves_ = 0;
    std::size_t work_ = 0; ///< of all waves: processors and borders visited
};

} // namespace

Allocation rebalanced_by_zones(const Allocation& start, const Problem& problem, const Window& window) {
    require_searchable(problem, window);
    require_processors(start, problem);
    if (window.contains(start.tile_counts()))
        return start;
    require_possible(window, start.owners.size());
    TaskLines lines(start, problem);
    ZoneBalancing(lines, {start.rows, start.columns, start.layers}, window).run();
    Allocation result = start;
    result.owners = lines.owners();
    return result;
}

} // namespace tangram::partition
