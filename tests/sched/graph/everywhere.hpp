#pragma once

/// Data that stay wherever they were sent, for scenes by hand.

#include "sched/graph/data_places.hpp"

#include <set>
#include <utility>

namespace tangram::sched::graph {

/// Whatever was sent anywhere is still there, but for what the test takes away.
class Everywhere : public DataPlaces {
  public:
    void evict(DataId data, Node node) { evicted_.insert({data, node}); }
    [[nodiscard]] State state(DataId data, Node node) const override {
        return evicted_.contains({data, node}) ? State::absent : State::there;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }

  private:
    std::set<std::pair<DataId, Node>> evicted_;
};

} // namespace tangram::sched::graph
