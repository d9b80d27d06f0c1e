#include "apps/gemm/product/gemm_report.hpp"

namespace tangram::apps {

std::uint64_t GemmReport::bytes_total() const {
    std::uint64_t sum = 0;
    for (const TransferredBytes& link : bytes_by_link) {
        sum += link.bytes;
    }
    return sum;
}

std::optional<std::uint64_t> GemmReport::steals() const {
    std::optional<std::uint64_t> sum;
    for (const NodeReport& node : nodes) {
        if (node.stolen) {
            sum = sum.value_or(0) + *node.stolen;
        }
    }
    return sum;
}

double GemmReport::idle_share(sched::Node node) const {
    double busy = 0;
    double all = 0;
    for (const WorkerReport& worker : workers) {
        if (worker.node == node) {
            busy += worker.busy_seconds;
            all += seconds;
        }
    }
    return all > 0 ? 1 - busy / all : 0;
}

} // namespace tangram::apps
