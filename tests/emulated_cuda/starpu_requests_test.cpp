/// What cmake/patches mends in StarPU's lists of transfer requests: idle requests that become prefetches while a worker
/// handles them (promoted-requests).
///
/// The thread that promotes a request is held up before it takes the lock of the lists, and after it has released it,
/// where a scheduler may preempt it at any time: pthread_mutex_lock and pthread_mutex_unlock are the test's.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <pthread.h>
#include <starpu.h>
#include <unistd.h>

namespace {

thread_local bool promotes = false; ///< this thread asks for data
thread_local int held = 0;          ///< how often it was held up

void hold_if_promoting(void* caller) {
    constexpr useconds_t preempted = 200;
    Dl_info info{};
    if (promotes && dladdr(caller, &info) != 0 && info.dli_sname != nullptr &&
        std::string_view(info.dli_sname) == "_starpu_update_prefetch_status") {
        ++held;
        usleep(preempted);
    }
}

template <typename Function> Function next_of(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

using MutexCall = int (*)(pthread_mutex_t*);

} // namespace

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
    static const auto lock = next_of<MutexCall>("pthread_mutex_lock");
    hold_if_promoting(__builtin_return_address(0));
    return lock(mutex);
}

extern "C" int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
    static const auto unlock = next_of<MutexCall>("pthread_mutex_unlock");
    const int result = unlock(mutex);
    hold_if_promoting(__builtin_return_address(0));
    return result;
}

namespace {

constexpr unsigned tile_bytes = 1U << 20;

/// Computes tiles on the device and brings them home, as a product does with those of C: first when links are idle,
/// then as a prefetch.
void compute_and_bring_home() {
    constexpr std::size_t count = 40;
    static starpu_codelet codelet{}; // StarPU keeps it until it ends
    codelet.cuda_funcs[0] = [](void** /*buffers*/, void* /*arguments*/) {};
    codelet.nbuffers = 1;
    codelet.modes[0] = STARPU_W;
    std::vector<std::vector<char>> memory(count, std::vector<char>(tile_bytes));
    std::array<starpu_data_handle_t, count> tiles{};
    for (std::size_t tile = 0; tile < count; ++tile) {
        starpu_vector_data_register(&tiles[tile], STARPU_MAIN_RAM,
                                    reinterpret_cast<std::uintptr_t>(memory[tile].data()), tile_bytes, 1);
        EXPECT_EQ(starpu_task_insert(&codelet, STARPU_W, tiles[tile], 0), 0);
    }
    starpu_task_wait_for_all();
    for (const starpu_data_handle_t tile : tiles) {
        starpu_data_wont_use(tile);
    }
    promotes = true;
    for (const starpu_data_handle_t tile : tiles) {
        starpu_data_prefetch_on_node(tile, STARPU_MAIN_RAM, 1);
    }
    promotes = false;
    for (const starpu_data_handle_t tile : tiles) {
        starpu_data_unregister(tile);
    }
}

TEST(StarpuRequests, IdleRequestsMayBecomePrefetchesAtAnyTime) {
    constexpr int rounds = 10;
    ASSERT_EQ(starpu_init(nullptr), 0);
    for (int round = 0; round < rounds; ++round) {
        compute_and_bring_home();
    }
    starpu_shutdown();
    EXPECT_GT(held, 0) << "StarPU's function has another name, or is inlined";
}

} // namespace
