/// What all mechanisms require of those who call them.

#include "broken_contract.hpp"
#include "cluster/exchange/mechanism.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace tangram::exchange {

namespace {

const Setting setting{{{10, 1}, {20, 2}, {30, 3}}, {5, 50}};

class Contract : public testing::TestWithParam<std::string> {
  protected:
    /// Process 1 wants a decision, and can take it now.
    [[nodiscard]] static Mechanism ready_process() {
        Mechanism process(GetParam(), 1, setting);
        (void)process.request();
        if (!process.ready()) {
            (void)process.receive(0, State{1, {10, 1}});
            (void)process.receive(2, State{1, {30, 3}});
        }
        return process;
    }

    static void expect_no_selection(Mechanism& process, const std::string& line,
                                    const std::vector<Reservation>& slaves) {
        expect_broken_contract(process, line, [&](Mechanism& copy) { (void)copy.select(slaves); });
    }
};

} // namespace

TEST_P(Contract, ProcessesHaveInitialLoads) {
    for (const int me : {-1, 3}) {
        EXPECT_THAT([&] { Mechanism(GetParam(), me, setting); },
                    testing::ThrowsMessage<std::logic_error>(testing::HasSubstr("has no initial load")));
    }
}

TEST_P(Contract, MessagesComeFromOthers) {
    Mechanism process(GetParam(), 1, setting);
    for (const Message& message :
         std::vector<Message>{Update{}, Reserve{}, NoMoreMaster{}, Start{1, 0}, State{}, End{}}) {
        for (const int from : {-1, 1, 3}) {
            expect_broken_contract(process, "which is no other of 3 processes",
                                   [&](Mechanism& copy) { (void)copy.receive(from, message); });
        }
    }
}

TEST_P(Contract, DecisionsAreWantedOneByOne) {
    Mechanism process = ready_process();
    expect_broken_contract(process, "process 1: ", [](Mechanism& copy) { (void)copy.request(); });
}

TEST_P(Contract, SelectionsComeBeforeMessages) {
    Mechanism process = ready_process();
    for (const Message& message : std::vector<Message>{Update{}, Start{1, 0}}) {
        expect_broken_contract(process, "before it selects slaves",
                               [&](Mechanism& copy) { (void)copy.receive(0, message); });
    }
}

TEST_P(Contract, SelectionsAreWanted) {
    Mechanism process(GetParam(), 1, setting);
    expect_no_selection(process, "selects slaves without", {});
}

TEST_P(Contract, SlavesAreOthersEachOnce) {
    Mechanism process = ready_process();
    expect_no_selection(process, "1 selects process 1", {{0, {1, 1}}, {1, {1, 1}}});
    expect_no_selection(process, "1 selects process 3", {{3, {1, 1}}});
    expect_no_selection(process, "1 selects process -1", {{-1, {1, 1}}});
    expect_no_selection(process, "1 selects process 0", {{0, {1, 1}}, {0, {1, 1}}});
    expect_no_selection(process, "a negative load is reserved", {{0, {1, 1}}, {2, {1, -1}}});
    EXPECT_NO_THROW((void)process.select({})) << "nobody may be selected";
}

TEST_P(Contract, MastershipsEndAfterTheLastSelection) {
    Mechanism process = ready_process();
    expect_broken_contract(process, "but wants a decision", [](Mechanism& copy) { (void)copy.no_more_master(); });
    (void)process.select({});
    (void)process.no_more_master();
    expect_broken_contract(process, "but is no master any more", [](Mechanism& copy) { (void)copy.request(); });
}

INSTANTIATE_TEST_SUITE_P(Exchange, Contract, testing::Values("naive", "increments", "snapshot"),
                         [](const auto& mechanism) { return mechanism.param; });

} // namespace tangram::exchange
