/// What processes find out together, on threads in the place of processes.

#include "base/error.hpp"
#include "cluster/team/agreed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace tangram::team {
namespace {

using testing::ElementsAre;

/// What the threads share.
struct Shared {
    explicit Shared(int processes) : everybody(processes), gathered(static_cast<std::size_t>(processes)) {}

    std::barrier<> everybody;
    std::vector<std::string> gathered;
};

class Threads final : public Team {
  public:
    Threads(Shared& shared, int me) : shared_(shared), me_(me) {}

    [[nodiscard]] int me() const override { return me_; }
    [[nodiscard]] int processes() const override { return static_cast<int>(shared_.gathered.size()); }
    void gather(const void* mine, void* all, std::size_t bytes) const override {
        shared_.gathered[static_cast<std::size_t>(me_)].assign(static_cast<const char*>(mine), bytes);
        shared_.everybody.arrive_and_wait();
        for (std::size_t process = 0; process < shared_.gathered.size(); ++process) {
            std::memcpy(static_cast<char*>(all) + process * bytes, shared_.gathered[process].data(), bytes);
        }
        shared_.everybody.arrive_and_wait();
    }
    void broadcast(void* bytes, std::size_t count) const override {
        if (me_ == 0) {
            shared_.gathered[0].assign(static_cast<const char*>(bytes), count);
        }
        shared_.everybody.arrive_and_wait();
        std::memcpy(bytes, shared_.gathered[0].data(), count);
        shared_.everybody.arrive_and_wait();
    }
    void wait_for_all() const override { shared_.everybody.arrive_and_wait(); }

  private:
    Shared& shared_;
    int me_;
};

/// What each of them says in the end: what `run` gives, or what it threw. One that has thrown ends the others, as a
/// program does: they need not wait any longer.
std::vector<std::string> said(int processes, const std::function<std::string(const Team&)>& run) {
    Shared shared(processes);
    std::vector<std::string> lines(static_cast<std::size_t>(processes));
    std::vector<std::thread> threads;
    for (int me = 0; me < processes; ++me) {
        threads.emplace_back([&, me] {
            std::string& line = lines[static_cast<std::size_t>(me)];
            try {
                line = run(Threads(shared, me));
            } catch (const Error& error) {
                line = std::string("threw ") + error.what();
                shared.everybody.arrive_and_drop();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return lines;
}

TEST(Team, GathersInTheOrderOfProcesses) {
    EXPECT_THAT(said(3,
                     [](const Team& team) {
                         std::string text;
                         for (const int value : gathered(team, 10 * team.me())) {
                             text += std::to_string(value) + " ";
                         }
                         return text;
                     }),
                testing::Each("0 10 20 "));
}

TEST(Team, TellsTheFirstOnesTextToAll) {
    const std::vector<std::string> texts{"first", "", "longer than that"};
    EXPECT_THAT(said(3, [&](const Team& team) { return of_first(team, texts[static_cast<std::size_t>(team.me())]); }),
                testing::Each("first"));
    EXPECT_THAT(said(2, [](const Team& team) { return of_first(team, std::string(team.me() == 0 ? "" : "x")); }),
                testing::Each(""));
}

TEST(Team, AgreesOnWhatSucceedsEverywhere) {
    EXPECT_THAT(said(3, [](const Team& team) { return std::to_string(agreed(team, [&] { return team.me() + 1; })); }),
                ElementsAre("1", "2", "3"));
    EXPECT_EQ(said(1, [](const Team& team) { return std::to_string(agreed(team, [] { return 7; })); }).front(), "7");
}

/// One of those that fail says so. The others have waited until it was ended.
TEST(Team, FirstThatFailsThrows) {
    EXPECT_THAT(said(4,
                     [](const Team& team) {
                         agreed(team, [&] {
                             if (team.me() % 2 == 1) {
                                 throw RunFailure(std::to_string(team.me()));
                             }
                         });
                         return std::string("waited");
                     }),
                ElementsAre("waited", "threw 1", "waited", "waited"));
}

TEST(Team, FirstThatDiffersThrows) {
    const auto with = [](const std::vector<std::uint64_t>& values) {
        return said(static_cast<int>(values.size()), [&](const Team& team) {
            require_as_on_first(team, values[static_cast<std::size_t>(team.me())], "differs");
            return std::string("same");
        });
    };
    EXPECT_THAT(with({5, 5, 5}), ElementsAre("same", "same", "same"));
    EXPECT_THAT(with({5, 5, 6}), ElementsAre("same", "same", "threw differs"));
    EXPECT_THAT(with({4, 5, 5}), ElementsAre("same", "threw differs", "same"));
}

} // namespace
} // namespace tangram::team
