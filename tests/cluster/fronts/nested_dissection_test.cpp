#include "cluster/fronts/nested_dissection.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "cluster/fronts/grid.hpp"
#include "tests/apps/temporary_folder.hpp"
#include "tests/cluster/fronts/pattern_matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace tangram::fronts {

using test::dense_matrix;
using test::matrix_of;
using test::random_matrix;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

bool is_permutation_of(std::vector<Index> order, Index size) {
    std::vector<Index> identity(size);
    std::iota(identity.begin(), identity.end(), 0);
    std::sort(order.begin(), order.end());
    return order == identity;
}

int terminations = 0;

extern "C" void count_termination(int /*signal*/) {
    ++terminations;
}

/// Whether SIGTERM comes to a handler: that of METIS, while it runs.
bool is_in_metis() {
    struct sigaction action {};
    sigaction(SIGTERM, nullptr, &action);
    return action.sa_handler != SIG_DFL;
}

/// Processor time of a thread.
double seconds_of(pthread_t thread) {
    clockid_t clock{};
    pthread_getcpuclockid(thread, &clock);
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Ends the program when METIS has worked in that thread for a while: at first its handler has nowhere to jump to.
void end_in_metis(pthread_t thread) {
    while (!is_in_metis()) {
        std::this_thread::yield();
    }
    for (const double start = seconds_of(thread); seconds_of(thread) < start + 0.01;) {
        std::this_thread::yield();
    }
    kill(getpid(), SIGTERM);
}

[[noreturn]] void dissect_until_the_end() {
    const SparseMatrix matrix = grid_matrix({{40, 40, 40}, 7}, 1);
    std::thread(end_in_metis, pthread_self()).detach();
    for (int times = 0; times < 100; ++times) {
        static_cast<void>(nested_dissection(matrix));
    }
    std::_Exit(EXIT_SUCCESS);
}

} // namespace

TEST(NestedDissection, OrdersEveryRowOnce) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Dice dice(seed);
        const SparseMatrix matrix = random_matrix(dice);
        EXPECT_TRUE(is_permutation_of(nested_dissection(matrix), matrix.size)) << "seed " << seed;
    }
    for (const Index size : {2, 3, 120, 121, 300}) { // METIS dissects from 120 rows on
        EXPECT_TRUE(is_permutation_of(nested_dissection(dense_matrix(size)), size)) << size;
    }
}

TEST(NestedDissection, NeedsNoEdges) {
    EXPECT_THAT(nested_dissection(matrix_of(1, {})), ElementsAre(0));
    EXPECT_TRUE(is_permutation_of(nested_dissection(matrix_of(500, {})), 500));
    EXPECT_TRUE(is_permutation_of(nested_dissection(compressed(3, {})), 3)); // not even a diagonal
    EXPECT_TRUE(is_permutation_of(nested_dissection(matrix_of(500, {{17, 400}})), 500));
}

TEST(NestedDissection, SeparatorsComeLast) {
    constexpr Index rows = 4095; // of a path, which one row separates
    std::vector<std::pair<Index, Index>> edges;
    for (Index k = 0; k + 1 < rows; ++k) {
        edges.emplace_back(k, k + 1);
    }
    const std::vector<Index> order = nested_dissection(matrix_of(rows, edges));
    EXPECT_GT(order.back(), rows / 3);
    EXPECT_LT(order.back(), 2 * rows / 3);
}

TEST(NestedDissection, IsTheSameEachTime) {
    const SparseMatrix matrix = grid_matrix({{40, 41, 1}, 9}, 1);
    const std::vector<Index> first = nested_dissection(matrix);
    std::srand(12345);
    EXPECT_EQ(first, nested_dissection(matrix));
}

TEST(NestedDissection, IsEndedBySigterm) {
    EXPECT_EXIT(dissect_until_the_end(), testing::KilledBySignal(SIGTERM), "");
}

TEST(NestedDissection, LeavesHandlersAsTheyWere) {
    const auto handler_before = std::signal(SIGTERM, count_termination);
    static_cast<void>(nested_dissection(dense_matrix(5)));
    terminations = 0;
    std::raise(SIGTERM);
    std::raise(SIGTERM);
    EXPECT_EQ(terminations, 2);
    std::signal(SIGTERM, handler_before);
}

TEST(NestedDissection, TakesWhatMetisCanNumber) {
    SparseMatrix huge; // no vector is that long: sizes are looked at first
    huge.size = Index{1} << 31;
    const std::string error =
        tangram::test::message_of<InvalidInput>([&] { static_cast<void>(nested_dissection(huge)); });
    EXPECT_THAT(error, AllOf(HasSubstr("2147483648 rows"), HasSubstr("at most 2147483647")));
}

} // namespace tangram::fronts
