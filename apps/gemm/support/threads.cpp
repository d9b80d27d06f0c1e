#include "apps/gemm/support/threads.hpp"

#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace tangram::apps {

bool can_start_threads(std::uint64_t threads) {
    std::latch end(1);
    std::vector<std::jthread> started;
    bool can = true;
    try {
        while (started.size() < threads) {
            started.emplace_back([&end] { end.wait(); });
        }
    } catch (const std::system_error&) {
        can = false;
    }
    end.count_down();
    return can;
}

} // namespace tangram::apps
