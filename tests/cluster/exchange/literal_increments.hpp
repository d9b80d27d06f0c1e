#pragma once

/// Algorithm 3 as printed (Guermouche and L'Excellent 2005, section 2.2), with section 2.3, to show what goes wrong.

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/message.hpp"

#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace tangram::exchange {

/// What is not as printed.
struct IncrementsMends {
    bool sends_decreases = false;     ///< line 8 looks at the absolute value
    bool adds_own_selection = false;  ///< a master adds to its own view what it sends
    bool reserves_everywhere = false; ///< reservations go to processes that are no masters any more, too
};

class LiteralIncrements {
  public:
    LiteralIncrements(int me, std::vector<Load> initial, Load threshold, IncrementsMends mends)
        : me_(me), threshold_(threshold), mends_(mends), load_(std::move(initial)), no_more_master_(load_.size()) {}

    std::vector<Envelope> vary(const Load& change, bool as_slave) {
        const Load counted = as_slave ? decrease(change) : change; // lines 3 to 5
        load_[me_] += counted;
        delta_load_ += counted;
        const bool is_large = mends_.sends_decreases
                                  ? exceeds(delta_load_, threshold_)
                                  : delta_load_.memory > threshold_.memory || delta_load_.flops > threshold_.flops;
        return is_large ? to_those_who_need_it(Update{std::exchange(delta_load_, {})}) : std::vector<Envelope>{};
    }

    std::vector<Envelope> request() {
        is_wanted_ = true;
        return {};
    }
    [[nodiscard]] bool ready() const { return is_wanted_; }

    std::vector<Envelope> select(std::span<const Reservation> slaves) {
        is_wanted_ = false;
        const Reserve master_to_all{{slaves.begin(), slaves.end()}};
        if (mends_.adds_own_selection) {
            add(master_to_all);
        }
        return mends_.reserves_everywhere ? to_all_but(me_, static_cast<int>(load_.size()), master_to_all)
                                          : to_those_who_need_it(master_to_all);
    }

    std::vector<Envelope> receive(int from, const Message& message) {
        if (const auto* update = std::get_if<Update>(&message)) {
            load_[from] += update->load;
        } else if (const auto* master_to_all = std::get_if<Reserve>(&message)) {
            add(*master_to_all);
        } else {
            no_more_master_[from] = true;
        }
        return {};
    }

    std::vector<Envelope> no_more_master() { return to_all_but(me_, static_cast<int>(load_.size()), NoMoreMaster{}); }

    [[nodiscard]] std::span<const Load> view() const { return load_; }
    [[nodiscard]] static bool frozen() { return false; }
    [[nodiscard]] auto state() const { return std::tie(load_, delta_load_, no_more_master_, is_wanted_); }

  private:
    void add(const Reserve& master_to_all) {
        for (const Reservation& slave : master_to_all.reservations) {
            load_[slave.process] += slave.load;
        }
    }

    [[nodiscard]] std::vector<Envelope> to_those_who_need_it(const Message& message) const {
        std::vector<Envelope> sent = to_all_but(me_, static_cast<int>(load_.size()), message);
        std::erase_if(sent, [&](const Envelope& envelope) { return no_more_master_[envelope.to]; });
        return sent;
    }

    int me_;
    Load threshold_;
    IncrementsMends mends_;
    std::vector<Load> load_;
    Load delta_load_;
    std::vector<bool> no_more_master_;
    bool is_wanted_ = false;
};

} // namespace tangram::exchange
