#include "sched/policies/strategies.hpp"

#include "sched/zones/zone_order.hpp"
#include "tests/sched/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

struct Ready {
    Task task;
    Node owner;
    std::uint32_t shell; ///< what the owner goes by
};

/// Ready tasks, oldest first.
using ReadyList = std::vector<Ready>;

/// In the list of ready tasks.
using Positions = std::vector<std::size_t>;

struct Allowed {
    Positions positions;
    bool nothing = false; ///< whether the policy may hand out nothing although there are some
};

/// The policy's rules over again, by full scans.
class Reference {
  public:
    Reference(std::string policy, const Workload& work)
        : policy_(std::move(policy)), work_(work), reduction_(*work.allocation, work.start.home),
          order_(*work.allocation, work.shape.depth, work.zones), places_(work.shape, work.start) {
        decisions_.nodes.resize(work.start.nodes);
        for (const Task& task : all_tasks(work)) {
            if (task.work == Work::multiply) {
                ++left_[planned(task)][tile(task)];
            }
        }
    }

    [[nodiscard]] bool has_plan() const { return !policy_.ends_with("dyn") && !policy_.starts_with("choice-dyn"); }
    [[nodiscard]] bool looks_at_all() const { return policy_.starts_with("effective"); }
    [[nodiscard]] bool asks_for_places() const { return looks_at_all() || policy_ == "choice-steal"; }
    [[nodiscard]] const ReadyList& ready() const { return ready_; }
    [[nodiscard]] ReferencePlaces& places() { return places_; }
    [[nodiscard]] const Decisions& decisions() const { return decisions_; }

    void add(const Task& task) {
        if (task.copy != 0 && task.work == Work::multiply && !work_.reduces && !begun_apart_.contains(tile(task))) {
            ready_apart_.insert(tile(task));
        }
        const bool first_of_all = task.work == Work::add || work_.order == Order::submission;
        ready_.push_back({task, owner(task), first_of_all ? 0 : order_.shell(task)});
    }

    /// Which tasks the policy may hand out to the node now; none: it must hand out nothing. The node's workers first
    /// hand on what others have done sooner.
    [[nodiscard]] Allowed allowed(Node node) {
        if (!has_plan()) {
            return {without_plan(node)};
        }
        hand_on(node);
        const auto own = first_own(node);
        return own ? Allowed{{*own}} : stolen(node);
    }

    void ask_in_vain(Node node) { asked_in_vain_.insert(node); }

    void hand_out(const Task& task, Node node) {
        const auto found =
            std::find_if(ready_.begin(), ready_.end(), [&](const Ready& ready) { return same(ready.task, task); });
        if (task.work == Work::add) {
            ++decisions_.nodes[node].additions;
        } else if (has_plan() && planned(found->task) == node) {
            ++decisions_.nodes[node].own;
        } else {
            ++decisions_.nodes[node].stolen;
            ++decisions_.taken_by_cost.at(places_.cost(task, node));
        }
        asked_in_vain_.erase(node);
        if (task.copy != 0 && has_plan()) {
            ready_apart_.erase(tile(task));
            begun_apart_.erase(tile(task));
            if (task.work == Work::multiply && !work_.reduces) {
                begun_apart_.insert(tile(task));
            }
        }
        places_.hand_out(task, node);
        ready_.erase(found);
        if (task.work == Work::multiply && has_plan()) {
            take(task, node);
        }
    }

  private:
    [[nodiscard]] std::size_t tile(const Task& task) const {
        return work_.allocation->index(task.i, task.j, work_.allocation->is_3d() ? task.k : 0);
    }

    [[nodiscard]] Node planned(const Task& task) const { return work_.allocation->owners[tile(task)]; }

    [[nodiscard]] Node owner(const Task& task) const {
        const auto taken = taken_.find(tile(task));
        return task.work == Work::add && work_.reduces ? reduction_.keeper(task.i, task.j)
               : taken != taken_.end()                 ? taken->second
                                                       : planned(task);
    }

    /// By zones a node keeps the tile that it takes a product of: the others that are ready are
    /// its own from now on, after those that were.
    void take(const Task& task, Node node) { give(task, node, left_[owner(task)][tile(task)] - 1); }

    void give(const Task& task, Node node, std::size_t rest) {
        const Node before = owner(task);
        left_[before][tile(task)] = 0;
        if (work_.order == Order::zone && before != node) {
            taken_[tile(task)] = node;
            const auto moved = std::stable_partition(ready_.begin(), ready_.end(), [&](const Ready& ready) {
                return tile(ready.task) != tile(task) || (ready.task.work == Work::add && work_.reduces);
            });
            std::for_each(moved, ready_.end(), [&](Ready& ready) { ready.owner = node; });
        }
        left_[owner(task)][tile(task)] = rest;
    }

    void hand_on(Node node) {
        for (auto own = first_own(node); own; own = first_own(node)) {
            const Task task = ready_[*own].task;
            const std::optional<Node> heir = sooner_than_holder(task);
            if (!heir) {
                return;
            }
            give(task, *heir, left_[owner(task)][tile(task)]);
        }
    }

    /// Who is sooner than a worker of the task's holder, behind all that it holds: with a product of home's, with the
    /// rest of the tile of a device.
    [[nodiscard]] std::optional<Node> sooner_than_holder(const Task& task) const {
        std::optional<Node> soonest;
        const std::optional<Node> home = work_.start.home;
        if (!has_plan() || policy_ == "static" || work_.order != Order::zone || work_.speeds.empty() ||
            work_.allocation->is_3d() || task.work == Work::add) {
            return soonest;
        }
        const Node holder = owner(task);
        const std::size_t products = holder == home ? 1 : products_of(tile(task));
        double least = static_cast<double>(products) / work_.speeds[holder].of_one_worker();
        for (Node node = 0; node < work_.speeds.size(); ++node) {
            const std::size_t held = products_left([&](Node other, std::size_t) { return other == node; });
            const NodeSpeed& speed = work_.speeds[node];
            const double lead =
                asked_in_vain_.contains(node) ? std::min(speed.lead_seconds, speed.asking_seconds) : speed.lead_seconds;
            const double seconds = lead + static_cast<double>(held) / speed.products_per_second +
                                   static_cast<double>(products - 1) * (1 / speed.of_one_worker());
            const bool is_faster = speed.of_one_worker() > work_.speeds[holder].of_one_worker();
            if (node != home && (holder == home || is_faster) && !home_keeps_up(task, node) && seconds < least) {
                soonest = node;
                least = seconds;
            }
        }
        return soonest;
    }

    /// Products of its own zone that a node still holds.
    [[nodiscard]] std::size_t zone_left(Node node) const {
        return products_left(
            [&](Node holder, std::size_t tile) { return holder == node && work_.allocation->owners[tile] == node; });
    }

    /// Products per second of a node: if some of its zone is left, of those that it has got and the next one at most a
    /// quarter more than in the time that has passed at least.
    [[nodiscard]] double rate(Node node) const {
        const auto done = [&](Node of) {
            return static_cast<double>(decisions_.nodes[of].own + decisions_.nodes[of].stolen);
        };
        double elapsed = 0;
        for (Node other = 0; other < work_.speeds.size(); ++other) {
            const NodeSpeed& speed = work_.speeds[other];
            elapsed = std::max(elapsed, done(other) / speed.products_per_second - speed.lead_seconds);
        }
        const double of_workers = work_.speeds[node].products_per_second;
        return elapsed > 0 && zone_left(node) > 0 ? std::min(of_workers, 1.25 * (done(node) + 1) / elapsed)
                                                  : of_workers;
    }

    /// Until there is room in RAM for the auxiliary tile: one that has been begun, or at home one that will be.
    [[nodiscard]] double room_seconds(const Task& task, Node thief) const {
        const bool is_needed =
            begun_apart_.contains(tile(task)) || (ready_apart_.contains(tile(task)) && thief == work_.start.home);
        return is_needed ? work_.speeds[thief].room_seconds : 0;
    }

    /// Until what the thief lacks has passed the bus: C once, A and B for each product. Where RAM limits, once for each
    /// device that has some of its zone left, but for thefts from home.
    [[nodiscard]] double bus_seconds(std::size_t position, Node thief, std::size_t products) const {
        std::size_t waiting = 1;
        const NodeSpeed& speed = work_.speeds[thief];
        if (speed.ram_seconds > 0 && ready_[position].owner != work_.start.home) {
            waiting = 0;
            for (Node node = 0; node < work_.speeds.size(); ++node) {
                waiting += node != work_.start.home && zone_left(node) > 0 ? 1 : 0;
            }
        }
        const std::size_t lacks = cost(position, thief);
        const std::size_t tiles = lacks < 2 ? lacks : 1 + products * (lacks - 1);
        return static_cast<double>(tiles * std::max<std::size_t>(1, waiting)) * speed.bus_seconds;
    }

    /// Whether the owner has more left than it does until the thief is done with the tile, and is saved more than room
    /// and the bus take.
    [[nodiscard]] bool pays(std::size_t position, Node thief) const {
        const auto& [task, victim, shell] = ready_[position];
        if (work_.speeds.empty()) {
            return true;
        }
        if (home_keeps_up(task, thief)) {
            return false;
        }
        std::size_t left = 0;
        std::size_t of_tile = 1;
        if (const auto of_victim = left_.find(victim); of_victim != left_.end()) {
            for (const auto& [tile_left, products] : of_victim->second) {
                left += products;
                of_tile = task.work == Work::multiply && tile_left == tile(task) ? products : of_tile;
            }
        }
        const NodeSpeed& speed = work_.speeds[thief];
        const double room = room_seconds(task, thief);
        const double seconds = room + speed.lead_seconds + static_cast<double>(of_tile - 1) / speed.of_one_worker();
        return static_cast<double>(left) >= seconds * rate(victim) &&
               bus_seconds(position, thief, of_tile) + room <= static_cast<double>(of_tile) / rate(victim);
    }

    /// Whether RAM limits, and both what is left at home and the task's tile there end before RAM is done with what is
    /// left for devices and what the node needs to take over: one tile, or all that workers at home are busy with.
    [[nodiscard]] bool home_keeps_up(const Task& task, Node node) const {
        double of_ram = 0;
        for (Node device = 0; device < work_.speeds.size(); ++device) {
            const std::size_t left = products_left([&](Node holder, std::size_t) { return holder == device; });
            of_ram += device == work_.start.home ? 0 : work_.speeds[device].ram_seconds * static_cast<double>(left);
        }
        if (of_ram == 0 || task.work == Work::add || owner(task) != work_.start.home) {
            return false;
        }
        const NodeSpeed& home = work_.speeds[*work_.start.home];
        const auto of_tile = static_cast<double>(products_of(tile(task)));
        const auto of_home =
            static_cast<double>(products_left([&](Node holder, std::size_t) { return holder == work_.start.home; }));
        const double to_take = (1 + 2 * of_tile) * work_.speeds[node].bus_seconds;
        const double tiles = std::min(static_cast<double>(home.workers), of_home / of_tile);
        return of_home / home.products_per_second < of_ram + to_take &&
               of_tile / home.of_one_worker() < of_ram + tiles * to_take;
    }

    [[nodiscard]] Positions that_pay(const Positions& positions, Node thief) const {
        Positions paying;
        std::copy_if(positions.begin(), positions.end(), std::back_inserter(paying),
                     [&](std::size_t position) { return pays(position, thief); });
        return paying;
    }

    /// Whether the node's own tasks wait for nothing but itself.
    [[nodiscard]] bool waits_for_itself(Node node) const {
        const bool serial = work_.allocation->is_3d() && !work_.reduces;
        const auto left = left_.find(node);
        return work_.order == Order::zone && !serial && left != left_.end() &&
               std::any_of(left->second.begin(), left->second.end(), [&](const auto& of_tile) {
                   return of_tile.second > 0 && work_.allocation->owners[of_tile.first] == node;
               });
    }

    [[nodiscard]] unsigned cost(std::size_t position, Node node) const {
        return places_.cost(ready_[position].task, node);
    }

    [[nodiscard]] std::optional<std::size_t> first_own(Node node) const {
        std::optional<std::size_t> first;
        for (std::size_t position = 0; position < ready_.size(); ++position) {
            if (ready_[position].owner == node && !leaves_to_thief(position) &&
                (!first || ready_[position].shell < ready_[*first].shell)) {
                first = position;
            }
        }
        return first;
    }

    /// Of the first few tasks the first that is cheapest.
    [[nodiscard]] Positions cheapest_of_first(std::size_t few, Node node) const {
        Positions best;
        for (std::size_t position = 0; position < std::min(few, ready_.size()); ++position) {
            if (best.empty() || cost(position, node) < cost(best.front(), node)) {
                best = {position};
            }
        }
        return best;
    }

    /// All tasks of others of least cost among those that have a tile at the node.
    [[nodiscard]] Positions cheapest_of_all(Node node) const {
        Positions best;
        for (std::size_t position = 0; position < ready_.size(); ++position) {
            const unsigned now = cost(position, node);
            const bool is_own = has_plan() && ready_[position].owner == node;
            if (!is_own && now < ReferencePlaces::tiles(ready_[position].task)) {
                if (!best.empty() && now < cost(best.front(), node)) {
                    best.clear();
                }
                if (best.empty() || now == cost(best.front(), node)) {
                    best.push_back(position);
                }
            }
        }
        return best;
    }

    [[nodiscard]] Positions without_plan(Node node) const {
        if (looks_at_all()) {
            Positions best = cheapest_of_all(node);
            return best.empty() ? cheapest_of_first(1, node) : best;
        }
        return cheapest_of_first(policy_ == "first-dyn" ? 1 : std::stoul(policy_.substr(11)), node);
    }

    /// The last task of each node, by the node's distance after the thief.
    [[nodiscard]] Positions last_tasks(Node thief) const {
        Positions last;
        for (std::size_t step = 1; step < work_.start.nodes; ++step) {
            for (std::size_t position = ready_.size(); position-- > 0;) {
                if (ready_[position].owner == (thief + step) % work_.start.nodes) {
                    last.push_back(position);
                    break;
                }
            }
        }
        return last;
    }

    /// For which node the task's tile is reserved, else its owner.
    [[nodiscard]] Node reserved_for(const Ready& ready) const {
        const bool may_be = work_.order == Order::zone && policy_ != "static" && !work_.zones.spare.empty() &&
                            ready.task.work == Work::multiply;
        return may_be ? work_.zones.spare[tile(ready.task)].value_or(ready.owner) : ready.owner;
    }

    /// Products that are wanted, of those that a node holds.
    template <class Wanted> [[nodiscard]] std::size_t products_left(Wanted wanted) const {
        std::size_t sum = 0;
        for (const auto& [node, tiles] : left_) {
            for (const auto& [tile, products] : tiles) {
                sum += wanted(node, tile) ? products : 0;
            }
        }
        return sum;
    }

    /// Whether the node for which the task's tile is reserved will have done it sooner than the owner,
    /// which begins now.
    [[nodiscard]] bool thief_is_sooner(std::size_t position) const {
        const Ready& ready = ready_[position];
        const Node thief = reserved_for(ready);
        if (thief == ready.owner || work_.speeds.empty() || home_keeps_up(ready.task, thief)) {
            return false;
        }
        const std::size_t held = products_left([&](Node node, std::size_t) { return node == thief; });
        const std::size_t left = products_left([&](Node, std::size_t tile) {
            return work_.zones.spare[tile] == thief && products_of(tile) == work_.shape.depth;
        });
        const std::size_t of_tile = products_of(tile(ready.task));
        const NodeSpeed& speed = work_.speeds[thief];
        return of_tile == work_.shape.depth &&
               speed.lead_seconds + static_cast<double>(held + left) / speed.products_per_second <
                   static_cast<double>(of_tile) / work_.speeds[ready.owner].of_one_worker();
    }

    /// That were not handed out.
    [[nodiscard]] std::size_t products_of(std::size_t tile) const {
        return products_left([&](Node, std::size_t other) { return other == tile; });
    }

    [[nodiscard]] bool leaves_to_thief(std::size_t position) const {
        const Node thief = reserved_for(ready_[position]);
        const bool is_awake =
            std::any_of(ready_.begin(), ready_.end(), [&](const Ready& ready) { return ready.owner == thief; });
        return is_awake && thief_is_sooner(position);
    }

    [[nodiscard]] std::optional<std::size_t> first_reserved_for(Node thief) const {
        std::optional<std::size_t> first;
        for (std::size_t position = 0; position < ready_.size(); ++position) {
            const Ready& ready = ready_[position];
            const bool is_reserved = ready.owner != thief && reserved_for(ready) == thief;
            if (is_reserved && (pays(position, thief) || thief_is_sooner(position)) &&
                (!first || ready.shell < ready_[*first].shell)) {
                first = position;
            }
        }
        return first;
    }

    /// Of tasks that cost the same EffectiveSteal asks for one only, and if that does not pay for the
    /// last of each node.
    [[nodiscard]] Allowed stolen(Node thief) const {
        const bool leaves_its_own =
            std::any_of(ready_.begin(), ready_.end(), [&](const Ready& ready) { return ready.owner == thief; });
        if (policy_ == "static" || (waits_for_itself(thief) && !leaves_its_own)) {
            return {};
        }
        if (const auto reserved = first_reserved_for(thief)) {
            return {{*reserved}};
        }
        const Positions cheapest = looks_at_all() ? cheapest_of_all(thief) : Positions{};
        Allowed allowed{that_pay(cheapest, thief)};
        if (!cheapest.empty() && allowed.positions.size() == cheapest.size()) {
            return allowed;
        }
        Positions last = that_pay(last_tasks(thief), thief);
        allowed.nothing = last.empty();
        if ((policy_ == "choice-steal" || !cheapest.empty()) && !last.empty()) {
            last = {*std::min_element(last.begin(), last.end(),
                                      [&](std::size_t x, std::size_t y) { return cost(x, thief) < cost(y, thief); })};
        }
        allowed.positions.insert(allowed.positions.end(), last.begin(), last.end());
        return allowed;
    }

    std::string policy_;
    Workload work_;
    Reduction reduction_;
    ZoneOrder order_;
    ReferencePlaces places_;
    std::map<Node, std::map<std::size_t, std::size_t>> left_; ///< by tile: products that were not handed out
    std::map<std::size_t, Node> taken_;                       ///< who took the tile
    std::set<std::size_t> ready_apart_;                       ///< tiles whose first product apart is ready
    std::set<std::size_t> begun_apart_;                       ///< and those that have an auxiliary tile
    std::set<Node> asked_in_vain_;                            ///< since they got their last task
    ReadyList ready_;
    Decisions decisions_;
};

/// One product by one policy, step by step against the reference. Tiles leave nodes
/// behind the back of policies that ask whether they are still there.
class Match {
  public:
    Match(const std::string& policy, const Workload& work, Random& random)
        : random_(random), nodes_(work.start.nodes), waiting_(all_tasks(work)), tasks_(waiting_.size()),
          reference_(policy, work) {
        random_.shuffle(waiting_);
        Workload asked = work;
        asked.start.still_there = [this](const Task& task, std::size_t position, Node node) {
            return reference_.places().is_at(task, position, node);
        };
        policy_ = maker(policy)(asked);
    }

    /// The number of operations.
    std::size_t operator()() {
        const unsigned eagerness = random_.between(1U, 4U); // a node asks once for so many tasks added
        std::size_t operations = 0;
        for (; (!waiting_.empty() || !reference_.ready().empty()) && !testing::Test::HasFatalFailure(); ++operations) {
            if (!waiting_.empty() && !random_.one_in(eagerness + 1)) {
                add();
            } else if (reference_.asks_for_places() && !reference_.ready().empty() && random_.one_in(3)) {
                evict();
            } else {
                ask();
            }
        }
        check_end();
        return operations;
    }

  private:
    void add() {
        policy_->ready(waiting_.back());
        reference_.add(waiting_.back());
        waiting_.pop_back();
    }

    void evict() {
        const Ready& ready = reference_.ready()[random_.between<std::size_t>(0, reference_.ready().size() - 1)];
        const std::size_t last = ReferencePlaces::tiles(ready.task) - 1;
        reference_.places().evict(ready.task, random_.between<std::size_t>(0, last), random_node());
    }

    void ask() {
        // Owners are asked more often than drawn at random, or static hardly ever ends.
        const ReadyList& ready = reference_.ready();
        const bool ask_owner = !ready.empty() && random_.one_in(2);
        const Node node = ask_owner ? ready[random_.between<std::size_t>(0, ready.size() - 1)].owner : random_node();
        const auto& [positions, may_be_nothing] = reference_.allowed(node);
        const auto task = policy_->next(node);
        ASSERT_TRUE(task || positions.empty() || may_be_nothing) << "node " << node << " gets nothing";
        if (task) {
            ASSERT_TRUE(std::any_of(positions.begin(), positions.end(),
                                    [&](std::size_t position) { return same(ready[position].task, *task); }))
                << "node " << node << " gets " << name(task);
            reference_.hand_out(*task, node);
            ++handed_out_;
        } else {
            reference_.ask_in_vain(node);
        }
    }

    void check_end() {
        EXPECT_EQ(handed_out_, tasks_) << "every task once";
        for (Node node = 0; node < nodes_; ++node) {
            EXPECT_FALSE(policy_->next(node));
            EXPECT_EQ(policy_->decisions().nodes[node].own, reference_.decisions().nodes[node].own);
            EXPECT_EQ(policy_->decisions().nodes[node].stolen, reference_.decisions().nodes[node].stolen);
            EXPECT_EQ(policy_->decisions().nodes[node].additions, reference_.decisions().nodes[node].additions);
        }
        EXPECT_EQ(policy_->decisions().taken_by_cost, reference_.decisions().taken_by_cost)
            << "costs of what was taken";
    }

    Node random_node() { return random_.between<Node>(0, nodes_ - 1); }

    Random& random_;
    std::size_t nodes_;
    std::vector<Task> waiting_;
    std::size_t tasks_;
    std::size_t handed_out_ = 0;
    Reference reference_;
    std::unique_ptr<Policy> policy_;
};

class PolicyRandom : public testing::TestWithParam<const char*> {};

TEST_P(PolicyRandom, EveryTaskOnceAndAsAFullScanWouldChoose) {
    constexpr std::uint64_t seed = 20240602;
    constexpr std::size_t most_operations = 130000; // over 10^6 for all policies
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    std::size_t operations = 0;
    for (int product = 0; operations < most_operations && !HasFailure(); ++product) {
        SCOPED_TRACE("product " + std::to_string(product));
        operations += Match(GetParam(), random_workload(random), random)();
    }
}

INSTANTIATE_TEST_SUITE_P(Policies, PolicyRandom,
                         testing::Values("static", "rand-steal", "choice-steal", "effective-steal", "first-dyn",
                                         "choice-dyn-3", "choice-dyn-10", "effective-dyn"),
                         [](const auto& policy) {
                             std::string test = policy.param;
                             std::replace(test.begin(), test.end(), '-', '_');
                             return test;
                         });

} // namespace
} // namespace tangram::sched
