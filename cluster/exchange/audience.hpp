#pragma once

/// Whom a process tells of its load: all others, but those that will select no slaves any more (Guermouche and
/// L'Excellent 2005, section 2.3).

#include "cluster/exchange/message.hpp"

#include <tuple>
#include <vector>

namespace tangram::exchange {

class Audience {
  public:
    /// never_master: by process, whether all know from the start that it selects no slaves; empty if none is known.
    Audience(int me, int processes, std::vector<bool> never_master);

    /// The update for all who still need it. O(processes).
    [[nodiscard]] std::vector<Envelope> tell(const Update& update) const;

    /// Another process needs no updates any more.
    void leaves(int process) { is_no_master_.at(process) = true; }

    /// This process needs no updates any more: says so to all others, the first time. O(processes).
    [[nodiscard]] std::vector<Envelope> leave();

    /// Whether a process may still select slaves, as far as is known here.
    [[nodiscard]] bool is_master(int process) const { return !is_no_master_.at(process); }

    bool operator==(const Audience&) const = default;
    [[nodiscard]] auto state() const { return std::tie(is_no_master_); }

  private:
    int me_;
    std::vector<bool> is_no_master_; ///< by process
};

} // namespace tangram::exchange
