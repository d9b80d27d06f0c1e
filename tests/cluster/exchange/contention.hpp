#pragma once

/// Snapshots that are all initiated before anything is received.

#include "cluster/exchange/snapshot.hpp"
#include "network.hpp"

#include <cstdint>
#include <vector>

namespace tangram::exchange {

class Contention {
  public:
    /// The last processes initiate.
    Contention(int size, int initiators) : network_(processes(size)) {
        for (int process = size - initiators; process < size; ++process) {
            network_.send(process, network_[process].request());
        }
    }

    [[nodiscard]] int size() const { return network_.size(); }
    [[nodiscard]] bool is_quiet() const { return network_.is_quiet(); }
    [[nodiscard]] std::int64_t messages() const { return network_.sent(); }
    [[nodiscard]] int decisions() const { return decisions_; }

    /// Decisions have no slaves.
    void deliver(int from, int to) {
        if (network_.channel(from, to).empty()) {
            return;
        }
        network_.send(to, network_.deliver(from, to));
        if (network_[to].ready()) {
            network_.send(to, network_[to].select({}));
            ++decisions_;
        }
    }

    /// Of two channels with messages, the one that a process of a lower number is at an end of goes first.
    void deliver_lowest() {
        for (int low = 0; low < size(); ++low) {
            for (int high = low + 1; high < size(); ++high) {
                if (!network_.channel(low, high).empty()) {
                    return deliver(low, high);
                }
                if (!network_.channel(high, low).empty()) {
                    return deliver(high, low);
                }
            }
        }
    }

  private:
    static std::vector<Snapshot> processes(int size) {
        std::vector<Snapshot> processes;
        processes.reserve(size);
        for (int process = 0; process < size; ++process) {
            processes.emplace_back(process, std::vector<Load>(size));
        }
        return processes;
    }

    Network<Snapshot> network_;
    int decisions_ = 0;
};

} // namespace tangram::exchange
