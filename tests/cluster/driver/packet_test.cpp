#include "cluster/driver/packet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

namespace tangram::driver {

using testing::ElementsAre;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(Packet, AreTheKindAndWhatTheMessageSays) {
    EXPECT_THAT(packed(exchange::Message(exchange::State{7, {5, 6}})), ElementsAre(4, 7, 5, 6));
    EXPECT_THAT(packed(exchange::Message(exchange::Reserve{{{1, {2, 3}}, {4, {5, 6}}}})),
                ElementsAre(1, 2, 1, 2, 3, 4, 5, 6));
    EXPECT_THAT(packed(exchange::Message(exchange::End{})), ElementsAre(5));
    EXPECT_THAT(packed(solver::Panel{3, 1, {2, 4}}, {}), ElementsAre(3, 3, 1, 2, 4, 0));
}

TEST(Packet, OfTheExchangeComeBack) {
    const std::vector<exchange::Message> messages{exchange::Update{{-1, most}},
                                                  exchange::Reserve{{{3, {-most, 0}}, {0, {1, -2}}}},
                                                  exchange::Reserve{},
                                                  exchange::NoMoreMaster{},
                                                  exchange::Start{most, -1},
                                                  exchange::State{2, {3, -4}},
                                                  exchange::End{}};
    std::set<exchange::MessageKind> kinds;
    for (const exchange::Message& message : messages) {
        EXPECT_EQ(exchange_message(packed(message)), message);
        kinds.insert(exchange::kind_of(message));
    }
    EXPECT_EQ(kinds.size(), exchange::message_kinds);
}

TEST(Packet, OfTheFactorisationComeBackWithTheirNumbers) {
    const std::vector<NumberedMessage> messages{
        {solver::Finished{1, {0, 4}}, {}},
        {solver::Deal{2, {{0, 0, 4}, {1, 4, 9}}}, {}},
        {solver::ContributedRows{3, 1, {2, 4}}, {1.5, -0.25, std::numeric_limits<double>::denorm_min()}},
        {solver::Panel{4, 0, {0, 2}}, {std::numeric_limits<double>::infinity(), -0.0}}};
    for (const NumberedMessage& message : messages) {
        EXPECT_EQ(numbered_message(packed(message.message, message.numbers)), message);
    }
    const std::vector<double> none{std::nan("")};
    EXPECT_TRUE(std::isnan(numbered_message(packed(solver::Panel{}, none)).numbers.at(0)));
}

TEST(Packet, OfSubstitutionsComeBack) {
    for (const auto kind :
         {numerics::Segment::Kind::eliminated, numerics::Segment::Kind::contributed, numerics::Segment::Kind::solved}) {
        const numerics::Segment sent{kind, 5, {1, 3}, {0.1, -2}};
        EXPECT_EQ(segment(packed(sent)), sent);
    }
}

TEST(Packet, OfAWholeCourseComeBack) {
    const solver::Course sent{
        {.decisions = 1,
         .slaves = 13,
         .messages = {1, 2, 3, 4, 5, 6},
         .bytes = 7,
         .application_messages = 8,
         .application_bytes = 9,
         .flops = 10,
         .memory = -11,
         .peak_memory = 12,
         .seconds_frozen = 1.5},
        {{0.25, solver::Change{{1, -2}, true}}, {0.5, solver::Decision{3, {{4, 5}, {6, 7}}, {{1, {8, 9}}}}}},
        2.5};
    EXPECT_EQ(course(packed(sent)), sent);
}

TEST(Packet, CutOffOrTooLongAreRefused) {
    const Packet whole = packed(solver::Deal{2, {{0, 0, 4}, {1, 4, 9}}}, std::vector<double>{1, 2});
    for (std::size_t words = 0; words < whole.size(); ++words) {
        EXPECT_THROW((void)numbered_message(std::span(whole).first(words)), std::logic_error) << words << " words";
    }
    Packet longer = whole;
    longer.push_back(0);
    EXPECT_THROW((void)numbered_message(longer), std::logic_error);
}

TEST(Packet, OfNoKindAreRefused) {
    EXPECT_THROW((void)exchange_message(Packet{6}), std::logic_error);
    Packet of_no_kind = packed(numerics::Segment{});
    of_no_kind.front() = 3;
    EXPECT_THROW((void)segment(of_no_kind), std::logic_error);
    EXPECT_THROW((void)exchange_message(Packet{1, static_cast<std::uint64_t>(most)}), std::logic_error)
        << "a list of more elements than words";
}

} // namespace tangram::driver
