#include "sched/graph/missing_data.hpp"

#include <algorithm>

namespace tangram::sched::graph {

MissingData::MissingData(std::size_t nodes, const DataPlaces& places) : nodes_(nodes), places_(places), costs_(nodes) {}

/// Finds out where a datum is that was not known before.
void MissingData::look(DataId data) {
    if (data >= is_known_.size()) {
        is_known_.resize(std::size_t{data} + 1, false);
        there_.resize(is_known_.size() * nodes_, false);
        readers_.resize(is_known_.size());
    }
    if (is_known_[data]) {
        return;
    }
    is_known_[data] = true;
    for (Node node = home; node < nodes_; ++node) {
        there_[data * nodes_ + node] = places_.state(data, node) != DataPlaces::State::absent;
    }
}

void MissingData::add(TaskId task, std::span<const Use> uses, const Turn& turn, std::span<const Node> able) {
    ready_.resize(std::max<std::size_t>(ready_.size(), std::size_t{task} + 1));
    Ready& ready = ready_[task];
    ready.turn = turn;
    ready.able.assign(able.begin(), able.end());
    ready.reads.clear();
    for (const Use& use : uses) {
        const bool is_new = std::find(ready.reads.begin(), ready.reads.end(), use.data) == ready.reads.end();
        if (use.reads && is_new) {
            look(use.data);
            ready.reads.push_back(use.data);
            readers_[use.data].insert(task);
        }
    }
    ready.bytes.assign(able.size(), 0);
    for (std::size_t i = 0; i < able.size(); ++i) {
        for (const DataId data : ready.reads) {
            ready.bytes[i] += is_there(data, able[i]) ? 0 : places_.bytes(data);
        }
        costs_[able[i]].insert({ready.bytes[i], turn, task});
    }
}

void MissingData::remove(TaskId task) {
    const Ready& ready = ready_[task];
    for (const DataId data : ready.reads) {
        readers_[data].erase(task);
    }
    for (std::size_t i = 0; i < ready.able.size(); ++i) {
        costs_[ready.able[i]].erase({ready.bytes[i], ready.turn, task});
    }
}

/// The costs of all tasks that read the datum change with it.
void MissingData::set(DataId data, Node node, bool is_there_now) {
    if (is_there(data, node) == is_there_now) {
        return;
    }
    there_[data * nodes_ + node] = is_there_now;
    const double change = is_there_now ? -places_.bytes(data) : places_.bytes(data);
    for (const TaskId task : readers_[data]) {
        Ready& ready = ready_[task];
        const auto able = std::find(ready.able.begin(), ready.able.end(), node);
        if (able != ready.able.end()) {
            double& bytes = ready.bytes[static_cast<std::size_t>(able - ready.able.begin())];
            costs_[node].erase({bytes, ready.turn, task});
            bytes += change;
            costs_[node].insert({bytes, ready.turn, task});
        }
    }
}

void MissingData::executed(std::span<const Use> uses, Node node) {
    for (const Use& use : uses) {
        look(use.data);
        set(use.data, node, true);
        for (Node other = home; use.writes && other < nodes_; ++other) {
            set(use.data, other, other == node);
        }
    }
}

bool MissingData::check(TaskId task, Node node) {
    bool was_right = true;
    const std::vector<DataId> reads = ready_[task].reads; // costs change meanwhile
    for (const DataId data : reads) {
        const bool is_there_now = places_.state(data, node) != DataPlaces::State::absent;
        was_right = was_right && is_there(data, node) == is_there_now;
        set(data, node, is_there_now);
    }
    return was_right;
}

Node MissingData::node_lacking_least(TaskId task) const {
    const Ready& ready = ready_[task];
    Node best = home;
    double least = never;
    for (std::size_t i = 0; i < ready.able.size(); ++i) {
        if (ready.able[i] != home && ready.bytes[i] < least) {
            best = ready.able[i];
            least = ready.bytes[i];
        }
    }
    return best;
}

void MissingData::check_cheapest(Node node) {
    constexpr int checks = 8;
    const Costs& costs = costs_[node];
    for (int i = 0; i < checks && !costs.empty(); ++i) {
        if (check(costs.begin()->task, node)) {
            break;
        }
    }
}

} // namespace tangram::sched::graph
