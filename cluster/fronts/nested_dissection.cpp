#include "cluster/fronts/nested_dissection.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <metis.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <utility>

namespace tangram::fronts {

namespace {

/// The matrix without its diagonal, in METIS's integers: 32 bits in most builds.
struct Graph {
    std::vector<idx_t> begin; ///< by vertex, where its neighbours begin; one more at the end
    std::vector<idx_t> neighbours;
};

void require_fits(const SparseMatrix& matrix) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<idx_t>::max());
    const auto rows = static_cast<std::uint64_t>(matrix.size);
    if (rows > most || matrix.rows.size() > most) {
        throw InvalidInput(
            fmt::format("nested dissection: the matrix has {} rows and {} entries; at most {} of each are "
                        "allowed, which is METIS's limit",
                        rows, matrix.rows.size(), most));
    }
}

Graph graph_of(const SparseMatrix& matrix) {
    Graph graph;
    graph.begin.reserve(matrix.column_begin.size());
    graph.begin.push_back(0);
    graph.neighbours.reserve(matrix.rows.size());
    for (Index column = 0; column < matrix.size; ++column) {
        for (Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            if (matrix.rows[k] != column) {
                graph.neighbours.push_back(static_cast<idx_t>(matrix.rows[k]));
            }
        }
        graph.begin.push_back(static_cast<idx_t>(graph.neighbours.size()));
    }
    return graph;
}

/// At the end of the scope, handlers of signals and what this thread blocks are as at its beginning. METIS has handlers
/// of its own, as it raises SIGABRT and SIGTERM for its errors, and jumps out of them, which leaves the signal blocked
/// where signal() blocks it. It puts back the former handlers such that they serve one signal only.
class SignalsAsBefore {
  public:
    SignalsAsBefore() {
        pthread_sigmask(SIG_SETMASK, nullptr, &blocked_);
        sigaction(SIGABRT, nullptr, &on_abort_);
        sigaction(SIGTERM, nullptr, &on_termination_);
    }
    ~SignalsAsBefore() {
        sigaction(SIGTERM, &on_termination_, nullptr);
        sigaction(SIGABRT, &on_abort_, nullptr);
        pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
    }
    SignalsAsBefore(const SignalsAsBefore&) = delete;
    SignalsAsBefore& operator=(const SignalsAsBefore&) = delete;

  private:
    sigset_t blocked_{};
    struct sigaction on_abort_ {};
    struct sigaction on_termination_ {};
};

int dissect(Graph& graph, std::vector<idx_t>& order, std::vector<idx_t>& position,
            std::array<idx_t, METIS_NOPTIONS> options) {
    const SignalsAsBefore signals;
    auto vertices = static_cast<idx_t>(order.size());
    return METIS_NodeND(&vertices, graph.begin.data(), graph.neighbours.data(), nullptr, options.data(), order.data(),
                        position.data());
}

/// METIS takes pointers to what may change, but changes nothing of the graph.
std::vector<idx_t> order_of(Graph graph) {
    std::vector<idx_t> order(graph.begin.size() - 1);
    std::vector<idx_t> position(order.size());
    std::array<idx_t, METIS_NOPTIONS> options{};
    METIS_SetDefaultOptions(options.data());
    options[METIS_OPTION_SEED] = 4321; // what METIS takes by default, so that orders are those of its other users
    const int status = dissect(graph, order, position, options);
    if (status == METIS_ERROR_MEMORY) {
        throw std::bad_alloc();
    }
    if (status == METIS_ERROR) { // SIGTERM has come: METIS's own errors are of graphs and options that are wrong
        std::raise(SIGTERM);
    }
    if (status != METIS_OK) {
        throw RunFailure(fmt::format("nested dissection: METIS failed with its status {}", status));
    }
    return order;
}

} // namespace

std::vector<Index> nested_dissection(const SparseMatrix& matrix) {
    require_fits(matrix);
    Graph graph = graph_of(matrix);
    if (graph.neighbours.empty()) { // all orders are the same, and METIS reads the first neighbour
        std::vector<Index> identity(matrix.size);
        std::iota(identity.begin(), identity.end(), 0);
        return identity;
    }
    const std::vector<idx_t> order = order_of(std::move(graph));
    return {order.begin(), order.end()};
}

} // namespace tangram::fronts
