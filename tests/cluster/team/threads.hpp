#pragma once

/// Processes of a team, as threads.

#include "base/error.hpp"
#include "cluster/team/team.hpp"

#include <barrier>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace tangram::team {

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
inline std::vector<std::string> said(int processes, const std::function<std::string(const Team&)>& run) {
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

} // namespace tangram::team
