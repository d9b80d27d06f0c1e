#include "model/steady_state/rates.hpp"

#include "tests/model/steady_state/random_problems.hpp"
#include "tests/model/steady_state/schedule_scenes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

namespace tangram::model::steady_state {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Jobs of a task that takes 1/8 of the time at a rate of 1, with an input and an output of one unit of data. P1, the
/// master, sends to P2 by its port; to P3 it sends, as does P2, by a bus, at the speed of the links, and by a backbone.
Problem bus_scene() {
    return {{{{"P1", {}}, {"P2", Rational(1, 8)}, {"P3", Rational(1, 8)}},
             {{0, 1, 2, {}}, {0, 2, 3, {0}}, {1, 2, 5, {1, 0}}, {2, 0, 1, {}}},
             {0},
             {{"bus", {}}, {"backbone", Rational(1, 2)}},
             {}},
            {{{"T1", 1}}, {{outside, 0, 1}, {0, outside, 1}}}};
}

/// Inputs by each of its links, a tenth, a twentieth and a fortieth for a time unit.
Rates bus_rates() {
    Rates rates = idle(bus_scene());
    rates.sent = {{Rational(1, 10), 0}, {Rational(1, 20), 0}, {Rational(1, 40), 0}, {0, 0}};
    rates.computed = {{0}, {Rational(3, 40)}, {Rational(3, 40)}};
    rates.throughput = Rational(3, 20);
    return rates;
}

/// A root and two leaves, all as fast on P1, the master, as on P2, which receives all files in no time.
Problem two_leaves(Ends ends) {
    return {{{{"P1", 1}, {"P2", 1}}, {{0, 1, 1, {}}, {1, 0, 1, {}}}, {0}, {}, {}},
            {{{"root", 1}, {"left", 1}, {"right", 1}},
             {{outside, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, outside, 0}, {2, outside, 0}}},
            {},
            ends};
}

/// The root and one leaf on P1, the other leaf on P2.
Rates leaves_apart() {
    const Rational half(1, 2);
    Rates rates = idle(two_leaves(Ends::joint));
    rates.throughput = half;
    rates.computed = {{half, half, 0}, {0, 0, half}};
    rates.sent[0][2] = half;
    return rates;
}

struct Change {
    std::function<void(Problem&, Rates&)> make;
    std::string fault; ///< part of the message
};

void expect_faults(const Problem& problem, const Rates& rates, const std::vector<Change>& changes) {
    EXPECT_EQ(first_fault(problem, rates), "");
    for (const auto& [make, fault] : changes) {
        Problem other = problem;
        Rates others = rates;
        make(other, others);
        EXPECT_THAT(first_fault(other, others), HasSubstr(fault));
    }
}

/// By processor and file, what comes less what goes.
std::vector<std::vector<Rational>> net(const Problem& problem, const Rates& rates) {
    std::vector all(problem.platform.processors.size(), std::vector<Rational>(problem.tree.files.size()));
    for (std::size_t l = 0; l < problem.platform.links.size(); ++l) {
        for (std::size_t f = 0; f < problem.tree.files.size(); ++f) {
            all[problem.platform.links[l].from][f] -= rates.sent[l][f];
            all[problem.platform.links[l].to][f] += rates.sent[l][f];
        }
    }
    return all;
}

/// Whether a file runs in circles: whether some links that send it are left where all are taken away that start at a
/// processor to which none of the others leads.
bool has_circle(const Platform& platform, const Rates& rates, std::size_t file) {
    std::vector<std::size_t> left;
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        if (rates.sent[l][file] != 0) {
            left.push_back(l);
        }
    }
    const auto starts_there = [&](std::size_t link) {
        return std::none_of(left.begin(), left.end(),
                            [&](std::size_t other) { return platform.links[other].to == platform.links[link].from; });
    };
    for (auto start = left.begin(); start != left.end();) {
        start = std::find_if(left.begin(), left.end(), starts_there);
        if (start != left.end()) {
            left.erase(start);
            start = left.begin();
        }
    }
    return !left.empty();
}

/// Links a->b, c = 1, by the processors' numbers from 1.
Problem linked(std::size_t processors, const std::vector<std::pair<std::size_t, std::size_t>>& links) {
    Problem problem{{}, {{{"T1", 1}, {"T2", 1}}, {{outside, 0, 1}, {0, 1, 0}, {1, outside, 1}}}, {}, Ends::joint};
    for (std::size_t p = 1; p <= processors; ++p) {
        problem.platform.processors.push_back({"P" + std::to_string(p), 1});
    }
    for (const auto& [from, to] : links) {
        problem.platform.links.push_back({from - 1, to - 1, 1, {}});
    }
    problem.platform.masters = {0};
    return problem;
}

/// What each link sends of T1->T2 without circulations.
std::vector<Rational> without_circles(const Problem& problem, const std::vector<Rational>& sent) {
    Rates rates = idle(problem);
    for (std::size_t l = 0; l < sent.size(); ++l) {
        rates.sent[l][1] = sent[l];
    }
    std::vector<Rational> left;
    for (const std::vector<Rational>& of_link : without_circulations(problem, rates).sent) {
        left.push_back(of_link[1]);
    }
    return left;
}

} // namespace

TEST(Rates, PaperTable1IsASteadyState) {
    const Problem problem = toy_example();
    const Rates rates = toy_rates();
    EXPECT_EQ(first_fault(problem, rates), "");
    EXPECT_EQ(rates.throughput, Rational(39, 280));
    const std::vector<Capacity> all = capacities(problem.platform);
    const std::vector<Rational> taken = busy(problem, rates);
    std::vector<std::string> full;
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (taken[c] == 1) {
            full.push_back(name_of(problem.platform, all[c]));
        }
    }
    EXPECT_THAT(full, ElementsAre("cpu P1", "cpu P2", "cpu P3", "cpu P4", "out P1", "in P2", "in P3", "in P4"));
}

TEST(Rates, FaultsOfActivities) {
    const auto sent = [](std::size_t from, std::size_t to, std::size_t file, const Rational& rate) {
        return
            [=](Problem& problem, Rates& rates) { rates.sent[link_between(problem, from - 1, to - 1)][file] = rate; };
    };
    const auto impossible = [](Problem& problem, Rates&) { problem.platform.times.push_back({1, "T3", {}}); };
    const auto passes_on_only = [](Problem& problem, Rates&) { problem.platform.processors[2].w.reset(); };
    expect_faults(toy_example(), toy_rates(),
                  {{[](Problem&, Rates& rates) { rates.computed[1][0] = -1; }, "P2 cannot execute T1 at a rate of -1"},
                   {impossible, "P2 cannot execute T3 at a rate of 1/18"},
                   {passes_on_only, "P3 cannot execute T3 at a rate of 1/36"},
                   {sent(2, 4, 0, Rational(-1, 2)), "begin->T1 cannot be sent by P2->P4 at a rate of -1/2"},
                   {sent(2, 1, 0, 1), "begin->T1 cannot be sent by P2->P1 at a rate of 1"}, // to a master
                   {sent(2, 3, 4, 1), "T3->end cannot be sent by P2->P3 at a rate of 1"}}); // outputs stay
}

TEST(Rates, FaultsOfConservation) {
    const auto more_computed = [](std::size_t processor, std::size_t task) {
        return [=](Problem&, Rates& rates) { rates.computed[processor - 1][task] += Rational(1, 1000); };
    };
    const auto other_throughput = [](Problem&, Rates& rates) { rates.throughput = Rational(1, 7); };
    expect_faults(toy_example(), toy_rates(),
                  {{more_computed(1, 0), "T1->T2 is not conserved at P1: 1/1000 per time unit"},
                   {more_computed(2, 0), "begin->T1 is not conserved at P2: -1/1000 per time unit"},
                   {more_computed(4, 2), "T1->T3 is not conserved at P4: -1/1000 per time unit"},
                   {other_throughput, "39/280 jobs per time unit end with T3->end, not 1/7"}});
}

TEST(Rates, JointEndsNeedAsManyOfEachLeafOnAProcessor) {
    EXPECT_EQ(first_fault(two_leaves(Ends::per_leaf), leaves_apart()), "");
    EXPECT_THAT(first_fault(two_leaves(Ends::joint), leaves_apart()), HasSubstr("right->end is not conserved at P1"));
}

TEST(Rates, GatheredOutputsEndInOnePlace) {
    const Rational half(1, 2);
    Problem problem = two_leaves(Ends::joint);
    problem.gather = 0;
    EXPECT_THAT(first_fault(problem, leaves_apart()), HasSubstr("is not conserved at P"));
    Rates rates = leaves_apart();
    rates.sent[1][4] = half;
    EXPECT_EQ(first_fault(problem, rates), "");
    problem.gather = 1;
    EXPECT_THAT(first_fault(problem, rates), HasSubstr("right->end cannot be sent by P2->P1"));
    rates.sent[1][4] = 0;
    EXPECT_THAT(first_fault(problem, rates), HasSubstr("left->end is not conserved at P1"));
    rates.sent[0][3] = half;
    EXPECT_EQ(first_fault(problem, rates), "");
}

TEST(Rates, FaultsOfCapacities) {
    const auto time_of_jobs = [](Problem& problem, Rates&) { problem.platform.processors[2].w = Rational(50, 3); };
    const auto c_of = [](std::size_t link, const Rational& c) {
        return [=](Problem& problem, Rates&) { problem.platform.links[link].c = c; };
    };
    const auto slow_backbone = [](Problem& problem, Rates&) { problem.platform.resources[1].c = 60; };
    const auto two_senders = [](Problem& problem, Rates&) {
        for (std::size_t link : {1, 2}) {
            problem.platform.links[link].resources.clear();
            problem.platform.links[link].c = 16;
        }
    };
    expect_faults(bus_scene(), bus_rates(),
                  {{time_of_jobs, "cpu P3 is busy for 5/4 of the time"},
                   {c_of(0, 15), "out P1 is busy for 3/2 of the time"},
                   {two_senders, "in P3 is busy for 6/5 of the time"},
                   {c_of(1, 40), "link P1->P3 is busy for 2 of the time"},
                   {c_of(2, 35), "bus is busy for 41/40 of the time"},
                   {slow_backbone, "backbone is busy for 3/2 of the time"}});
}

TEST(Rates, CapacitiesOfPortsLinksAndResources) {
    const Platform platform = bus_scene().platform;
    std::vector<std::string> names;
    for (const Capacity& capacity : capacities(platform)) {
        names.push_back(name_of(platform, capacity));
    }
    EXPECT_THAT(names, ElementsAre("cpu P1", "cpu P2", "cpu P3", "out P1", "out P3", "in P1", "in P2", "link P1->P3",
                                   "link P2->P3", "bus", "backbone"));
}

TEST(Rates, TimesThatLinksTake) {
    const Platform platform = bus_scene().platform;
    const auto times = [&](const Capacity& capacity) {
        std::vector<Rational> all;
        for (std::size_t link = 0; link < platform.links.size(); ++link) {
            all.push_back(time_per_data(platform, capacity, link));
        }
        return all;
    };
    EXPECT_THAT(times({Capacity::Kind::cpu, 0}), ElementsAre(0, 0, 0, 0));
    EXPECT_THAT(times({Capacity::Kind::out, 0}), ElementsAre(2, 0, 0, 0)) << "a link with resources takes no port";
    EXPECT_THAT(times({Capacity::Kind::in, 0}), ElementsAre(0, 0, 0, 1));
    EXPECT_THAT(times({Capacity::Kind::link, 2}), ElementsAre(0, 0, 5, 0));
    EXPECT_THAT(times({Capacity::Kind::resource, 0}), ElementsAre(0, 3, 5, 0)) << "as long as each link does";
    EXPECT_THAT(times({Capacity::Kind::resource, 1}), ElementsAre(0, 0, Rational(1, 2), 0)) << "its own time";
}

TEST(Rates, BusyPortsLinksAndResources) {
    const Rational cpu(3, 320);
    EXPECT_THAT(busy(bus_scene(), bus_rates()),
                ElementsAre(0, cpu, cpu, Rational(1, 5), 0, 0, Rational(1, 5), Rational(3, 20), Rational(1, 8),
                            Rational(11, 40), Rational(1, 80)));
}

TEST(Rates, SpecialTimesAndSizesCount) {
    Problem problem = bus_scene();
    problem.platform.times = {{1, "T1", Rational(4)}};
    problem.tree.files[0].data = 3;
    const std::vector<Rational> taken = busy(problem, bus_rates());
    EXPECT_EQ(taken[1], Rational(3, 10));
    EXPECT_EQ(taken[3], Rational(3, 5));
    problem.tree.files[0].data = 0;
    EXPECT_EQ(busy(problem, bus_rates())[3], 0);
}

TEST(Rates, WhichFilesMayBeSent) {
    Problem problem = two_leaves(Ends::joint);
    const auto may = [&] {
        std::vector<bool> all;
        for (const Link& link : problem.platform.links) {
            for (const File& file : {problem.tree.files.front(), problem.tree.files[1], problem.tree.files.back()}) {
                all.push_back(may_send(problem, link, file));
            }
        }
        return all;
    };
    EXPECT_THAT(may(), ElementsAre(true, true, false, false, true, false)) << "inputs from the master; no outputs";
    problem.gather = 0;
    EXPECT_THAT(may(), ElementsAre(true, true, false, false, true, true)) << "outputs to P1";
    problem.platform.masters = {0, 1};
    problem.gather = 1;
    EXPECT_THAT(may(), ElementsAre(false, true, true, false, true, false)) << "both have inputs; outputs to P2";
}

TEST(Circulations, OneCircleGoes) {
    const Problem problem = linked(3, {{1, 2}, {2, 3}, {3, 1}});
    EXPECT_THAT(without_circles(problem, {2, 2, 2}), ElementsAre(0, 0, 0));
    EXPECT_THAT(without_circles(problem, {5, 3, 2}), ElementsAre(3, 1, 0)) << "what goes on stays";
    EXPECT_THAT(without_circles(problem, {5, 3, 0}), ElementsAre(5, 3, 0));
}

TEST(Circulations, ThereAndBack) {
    EXPECT_THAT(without_circles(linked(2, {{1, 2}, {2, 1}}), {3, 1}), ElementsAre(2, 0));
}

TEST(Circulations, TwoCirclesThatShareALink) {
    // 1->2->3->1 and 2->3->4->2.
    const Problem problem = linked(4, {{1, 2}, {2, 3}, {3, 1}, {3, 4}, {4, 2}});
    EXPECT_THAT(without_circles(problem, {1, 3, 1, 2, 2}), ElementsAre(0, 0, 0, 0, 0));
}

TEST(Circulations, TwoCirclesThatShareAProcessor) {
    const Problem problem = linked(5, {{1, 2}, {2, 3}, {3, 1}, {3, 4}, {4, 5}, {5, 3}});
    EXPECT_THAT(without_circles(problem, {1, 1, 1, 4, 4, 4}), ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST(Circulations, BehindDeadEnds) {
    // From 1 a way leads to 2, which is the end, and another one to a circle.
    const Problem problem = linked(5, {{1, 2}, {1, 3}, {3, 2}, {3, 4}, {4, 5}, {5, 3}});
    EXPECT_THAT(without_circles(problem, {1, 4, 4, 7, 7, 7}), ElementsAre(1, 4, 4, 0, 0, 0));
}

TEST(Circulations, DifferentFilesMakeNoCircle) {
    const Problem problem = linked(2, {{1, 2}, {2, 1}});
    Rates rates = idle(problem);
    rates.sent = {{1, 0, 0}, {0, 1, 0}};
    EXPECT_EQ(without_circulations(problem, rates).sent, rates.sent);
}

TEST(Circulations, OfRandomFlowsNothingElseChanges) {
    std::size_t with_circles = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const Problem problem{random_platform(dice, 2 + dice.below(9)), random_tree(dice, 3), {}, Ends::joint};
        Rates rates = idle(problem);
        for (std::vector<Rational>& of_link : rates.sent) {
            std::generate(of_link.begin(), of_link.end(),
                          [&] { return happens(dice, 2) ? Rational(0) : random_number(dice); });
        }
        const Rates left = without_circulations(problem, rates);
        EXPECT_EQ(net(problem, left), net(problem, rates));
        for (std::size_t f = 0; f < problem.tree.files.size(); ++f) {
            EXPECT_FALSE(has_circle(problem.platform, left, f));
            with_circles += has_circle(problem.platform, rates, f) ? 1 : 0;
            for (std::size_t l = 0; l < rates.sent.size(); ++l) {
                EXPECT_GE(left.sent[l][f], 0);
                EXPECT_LE(left.sent[l][f], rates.sent[l][f]);
            }
        }
    }
    EXPECT_GT(with_circles, 100);
}

} // namespace tangram::model::steady_state
