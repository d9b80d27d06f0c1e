#include "sched/base/dispatcher.hpp"

#include "sched/policies/dynamic_policy.hpp"
#include "sched/policies/planned_policy.hpp"
#include "sched/policies/stealing.hpp"
#include "tests/sched/scene.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

/// Tells whether it is held, and how often it was: there is one at a time.
class Probe {
  public:
    void lock() {
        is_held = true;
        ++count;
    }
    void unlock() { is_held = false; }
    static bool held() { return is_held; }
    static int times_held() { return count; }

  private:
    static inline bool is_held = false;
    static inline int count = 0;
};

using Workers = std::vector<Dispatcher<Probe>::Worker>;

/// A dispatcher, and what it fetched.
class Scene {
  public:
    Scene(std::unique_ptr<Policy> policy, const Workers& workers) : dispatcher_(std::move(policy), workers) {}

    Wake ready(const Task& task) { return dispatcher_.ready(task); }

    std::string next(std::size_t worker) {
        fetched_.clear();
        return name(dispatcher_.next(worker, [this](const Task& task) {
            EXPECT_FALSE(Probe::held()) << "others must not wait for a transfer";
            fetched_.push_back(name(task));
        }));
    }

    bool has_moved_tasks() { return dispatcher_.has_moved_tasks(); }
    [[nodiscard]] const std::vector<std::string>& fetched() const { return fetched_; }
    Decisions decisions() { return dispatcher_.decisions(); }
    [[nodiscard]] Dispatcher<Probe>::Waiting waiting() const { return dispatcher_.waiting(); }

  private:
    Dispatcher<Probe> dispatcher_;
    std::vector<std::string> fetched_;
};

/// 2 x 6 tiles, depth 1: node 0 has row 0, node 1 row 1.
Workload rows() {
    Workload work;
    work.shape = {2, 6, 1};
    work.start = {.nodes = 2};
    work.order = Order::submission;
    work.allocation = partition::Allocation{"rows", 2, 6, 2, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}};
    return work;
}

std::unique_ptr<Policy> with_stealing() {
    return planned_policy(rows(), std::make_unique<ChoiceSteal>());
}

using testing::ElementsAre;
using testing::IsEmpty;

/// As long as nothing changes: idle workers would keep others from the lock.
TEST(Dispatcher, SearchesOnceInVain) {
    Scene scene(planned_policy(rows(), nullptr), {{0, 0}, {1, 0}});
    const auto search = [&](std::size_t worker) {
        const int before = Probe::times_held();
        const std::string found = scene.next(worker);
        return found + (Probe::times_held() > before ? "" : " unlocked");
    };
    EXPECT_EQ(search(1), "nothing unlocked");
    scene.ready({0, 0, 0});
    scene.ready({0, 1, 0});
    EXPECT_EQ(search(1), "nothing");
    EXPECT_EQ(search(1), "nothing unlocked");
    EXPECT_EQ(search(0), "T(0,0,0)");
    EXPECT_EQ(search(1), "nothing") << "thieves may take what others leave";
    EXPECT_EQ(search(1), "nothing unlocked");
    scene.ready({1, 0, 0});
    EXPECT_EQ(search(1), "T(1,0,0)");
}

TEST(Dispatcher, FetchesWhatIsBehindTheFirst) {
    Scene scene(with_stealing(), {{0, 2}});
    for (std::uint32_t j = 0; j < 5; ++j) {
        scene.ready({0, j, 0});
    }
    EXPECT_EQ(scene.next(0), "T(0,0,0)");
    EXPECT_THAT(scene.fetched(), ElementsAre("T(0,1,0)", "T(0,2,0)")) << "T(0,0,0) starts at once";
    EXPECT_EQ(scene.next(0), "T(0,1,0)");
    EXPECT_THAT(scene.fetched(), ElementsAre("T(0,3,0)")) << "each once";
    EXPECT_EQ(scene.next(0), "T(0,2,0)");
    EXPECT_THAT(scene.fetched(), ElementsAre("T(0,4,0)"));
    EXPECT_EQ(scene.next(0), "T(0,3,0)");
    EXPECT_EQ(scene.next(0), "T(0,4,0)");
    EXPECT_THAT(scene.fetched(), IsEmpty());
    EXPECT_EQ(scene.next(0), "nothing");
}

TEST(Dispatcher, KnowsHowManyTasksWaitAndAreHeld) {
    Scene scene(with_stealing(), {{0, 2}});
    const auto waiting = [&] { return std::pair(scene.waiting().ready, scene.waiting().held); };
    EXPECT_THAT(waiting(), testing::Pair(0, 0));
    for (std::uint32_t j = 0; j < 5; ++j) {
        scene.ready({0, j, 0});
    }
    EXPECT_THAT(waiting(), testing::Pair(5, 0));
    scene.next(0);
    EXPECT_THAT(waiting(), testing::Pair(2, 2)) << "one was started";
    for (int task = 1; task < 5; ++task) {
        scene.next(0);
    }
    EXPECT_THAT(waiting(), testing::Pair(0, 0));
}

TEST(Dispatcher, FillsAWindowThatRanLow) {
    Scene scene(with_stealing(), {{0, 2}});
    scene.ready({0, 0, 0});
    scene.ready({0, 1, 0});
    EXPECT_EQ(scene.next(0), "T(0,0,0)");
    EXPECT_THAT(scene.fetched(), ElementsAre("T(0,1,0)"));
    scene.ready({0, 2, 0});
    EXPECT_EQ(scene.next(0), "T(0,1,0)");
    EXPECT_THAT(scene.fetched(), ElementsAre("T(0,2,0)"));
    EXPECT_EQ(scene.next(0), "T(0,2,0)");
    EXPECT_EQ(scene.next(0), "nothing");
    scene.ready({0, 3, 0});
    EXPECT_EQ(scene.next(0), "T(0,3,0)");
    EXPECT_THAT(scene.fetched(), IsEmpty());
}

TEST(Dispatcher, AWindowIsNeverStolen) {
    Scene scene(with_stealing(), {{0, 2}, {1, 2}});
    for (std::uint32_t j = 0; j < 4; ++j) {
        scene.ready({0, j, 0});
    }
    EXPECT_EQ(scene.next(0), "T(0,0,0)"); // and holds the next two
    EXPECT_EQ(scene.next(1), "T(0,3,0)");
    EXPECT_EQ(scene.next(1), "nothing");
    EXPECT_EQ(scene.next(0), "T(0,1,0)");
    EXPECT_EQ(scene.next(0), "T(0,2,0)");
}

TEST(Dispatcher, StealsInAdvanceWhenAWindowIsNotFull) {
    Scene scene(with_stealing(), {{0, 2}, {1, 2}});
    scene.ready({0, 0, 0});
    scene.ready({1, 0, 0});
    EXPECT_EQ(scene.next(0), "T(0,0,0)");
    EXPECT_THAT(scene.fetched(), ElementsAre("T(1,0,0)"));
    EXPECT_EQ(scene.next(1), "nothing") << "node 0 holds its task";
    EXPECT_EQ(scene.next(0), "T(1,0,0)");
    EXPECT_EQ(scene.decisions().nodes[0].own, 1U);
    EXPECT_EQ(scene.decisions().nodes[0].stolen, 1U);
}

TEST(Dispatcher, WithoutAWindowHoldsAndFetchesNothing) {
    Scene scene(with_stealing(), {{0, 0}, {1, 0}});
    scene.ready({0, 0, 0});
    scene.ready({0, 1, 0});
    EXPECT_EQ(scene.next(0), "T(0,0,0)");
    EXPECT_THAT(scene.fetched(), IsEmpty());
    EXPECT_EQ(scene.next(1), "T(0,1,0)") << "nobody holds it";
    EXPECT_EQ(scene.next(0), "nothing");
}

TEST(Dispatcher, WorkersOfANodeHaveWindowsOfTheirOwn) {
    Scene scene(with_stealing(), {{0, 1}, {0, 1}});
    for (std::uint32_t j = 0; j < 4; ++j) {
        scene.ready({0, j, 0});
    }
    EXPECT_EQ(scene.next(0), "T(0,0,0)");
    EXPECT_EQ(scene.next(1), "T(0,2,0)");
    EXPECT_EQ(scene.next(0), "T(0,1,0)");
    EXPECT_EQ(scene.next(1), "T(0,3,0)");
}

TEST(Dispatcher, PassesOnWhomToWake) {
    Scene planned(with_stealing(), {{0, 2}});
    EXPECT_EQ(planned.ready({1, 0, 0}).first, Node{1});
    Scene dynamic(std::make_unique<DynamicPolicy>(rows(), 1), {{0, 2}});
    EXPECT_FALSE(dynamic.ready({1, 0, 0}).first);
}

/// Home's eight workers take two seconds for a product, node 0's one 0.25, so that home leaves all to it once it has
/// asked in vain. Before, it is taken to hold a long window, for which no theft pays.
TEST(Dispatcher, TellsThatTasksWereMovedAndFindsThem) {
    Workload work = rows();
    work.order = Order::zone;
    work.start.home = 1;
    work.allocation->owners.assign(12, 1);
    work.speeds = {{.lead_seconds = 100, .products_per_second = 4, .asking_seconds = 0.5},
                   {.lead_seconds = 2, .products_per_second = 4, .workers = 8}};
    Scene scene(planned_policy(work, std::make_unique<ChoiceSteal>()), {{0, 0}, {1, 0}});
    scene.ready({1, 0, 0});
    EXPECT_EQ(scene.next(0), "nothing");
    EXPECT_FALSE(scene.has_moved_tasks());
    EXPECT_EQ(scene.next(1), "nothing");
    EXPECT_TRUE(scene.has_moved_tasks());
    EXPECT_FALSE(scene.has_moved_tasks()) << "since it was asked last";
    EXPECT_EQ(scene.next(0), "T(1,0,0)");
}

TEST(Dispatcher, KnowsItsWorkersOnly) {
    Scene scene(with_stealing(), {{0, 2}});
    EXPECT_THROW(scene.next(1), std::out_of_range);
}

} // namespace
} // namespace tangram::sched
