#pragma once

/// Which processes may select slaves: they are told of loads, the others are not any more (Guermouche and L'Excellent
/// 2005, section 2.3). And whether this process is about to select some.

#include "cluster/exchange/message.hpp"

#include <span>
#include <tuple>
#include <vector>

namespace tangram::exchange {

class Masters {
  public:
    /// never_master: by process, whether all know from the start that it selects no slaves; empty if none is known.
    Masters(int me, int processes, std::vector<bool> never_master);

    /// The update for all who still need it. O(processes).
    [[nodiscard]] std::vector<Envelope> tell(const Update& update) const;

    /// Another process needs no updates any more.
    void leaves(int process) { is_no_master_.at(process) = true; }

    /// This process needs no updates any more: says so to all others, the first time. Throws if it wants a decision.
    /// O(processes).
    [[nodiscard]] std::vector<Envelope> leave();

    /// Whether a process may still select slaves, as far as is known here.
    [[nodiscard]] bool is_master(int process) const { return !is_no_master_.at(process); }

    /// This process wants a decision. Throws if it is no master any more, or wants one already.
    void want();
    [[nodiscard]] bool is_wanted() const { return is_wanted_; }

    /// The decision is taken. Throws if none is wanted, or as require_selection(). O(processes + slaves).
    void decide(std::span<const Reservation> slaves);

    bool operator==(const Masters&) const = default;
    [[nodiscard]] auto state() const { return std::tie(is_no_master_, is_wanted_); }

  private:
    [[nodiscard]] int processes() const { return static_cast<int>(is_no_master_.size()); }

    int me_;
    std::vector<bool> is_no_master_; ///< by process
    bool is_wanted_ = false;         ///< a decision, by this process
};

} // namespace tangram::exchange
