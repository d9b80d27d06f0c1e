#pragma once

/// Algorithm 4 as printed (Guermouche and L'Excellent 2005, section 3), to show what goes wrong. Names, line numbers
/// and the order of statements are the paper's. Where it receives messages in loops, within the treatment of others,
/// there is a stack of these loops.

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/message.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace tangram::exchange {

/// What is not as printed.
struct SnapshotMends {
    bool notices_loss = false;     ///< start, line 23: whether it has lost just now, instead of nb_snp == 1
    bool ends_waiting = false;     ///< end, line 12: who leads now has no snapshot to wait for any more
    bool knows_epochs = false;     ///< answers go only to initiators that have seen as many ends
    bool leads_each_round = false; ///< initiate, line 1 stands in the loop of line 4
};

class LiteralSnapshot {
  public:
    LiteralSnapshot(int me, std::vector<Load> initial, SnapshotMends mends)
        : me_(me), mends_(mends), load_(std::move(initial)), request_(load_.size()), epoch_of_(load_.size()),
          snp_(load_.size()), delayed_message_(load_.size()) {}

    std::vector<Envelope> vary(const Load& change, bool as_slave) {
        load_[me_] += as_slave ? decrease(change) : change;
        return {};
    }

    /// "Initiate a snapshot".
    std::vector<Envelope> request() {
        leader_ = me_;
        snp_[me_] = true;
        during_snp_ = true;
        loops_.push_back(Loop::initiate);
        return next_round();
    }

    /// Line 17.
    [[nodiscard]] bool ready() const {
        return !loops_.empty() && loops_.back() == Loop::initiate && during_snp_ && nb_msgs_ == processes() - 1;
    }

    /// Line 18, and algorithm 4. The paper does not say that a master adds what it sends to its own view: it does.
    std::vector<Envelope> select(std::span<const Reservation> slaves) {
        snp_[me_] = false;
        loops_.pop_back();
        sent_.clear();
        for (const Reservation& slave : slaves) {
            load_[slave.process] += slave.load;
            sent_.push_back({slave.process, Reserve{{slave}}});
        }
        finalize();
        return sent_;
    }

    std::vector<Envelope> receive(int from, const Message& message) {
        sent_.clear();
        if (const auto* start = std::get_if<Start>(&message)) {
            treat_start(from, *start);
        } else if (const auto* snp = std::get_if<State>(&message)) {
            treat_snp(from, *snp);
        } else if (const auto* master_to_slave = std::get_if<Reserve>(&message)) {
            load_[me_] += master_to_slave->reservations.at(0).load;
        } else {
            treat_end(from);
        }
        leave_loops();
        return sent_;
    }

    static std::vector<Envelope> no_more_master() { return {}; }
    [[nodiscard]] std::span<const Load> view() const { return load_; }
    [[nodiscard]] bool frozen() const { return !loops_.empty(); }
    [[nodiscard]] auto state() const {
        return std::tie(load_, leader_, nb_snp_, during_snp_, snapshot_, request_, snp_, delayed_message_, nb_msgs_,
                        epoch_, epoch_of_, loops_);
    }

  private:
    static constexpr int undefined = -1;

    /// Which one receives: "initiate", line 8; "finalize", line 14; "start", line 25.
    enum class Loop { initiate, finalize, start };

    [[nodiscard]] int processes() const { return static_cast<int>(load_.size()); }
    [[nodiscard]] static int elect(int process, int leader) {
        return leader == undefined ? process : std::min(process, leader);
    }

    /// "Initiate", lines 5 to 7.
    std::vector<Envelope> next_round() {
        if (mends_.leads_each_round) {
            leader_ = me_;
        }
        ++request_[me_];
        nb_msgs_ = 0;
        return to_all_but(me_, processes(), Start{request_[me_], epoch_});
    }

    void finalize() {
        const std::vector<Envelope> ends = to_all_but(me_, processes(), End{});
        sent_.insert(sent_.end(), ends.begin(), ends.end());
        count_end();
        leader_ = undefined;
        if (nb_snp_ != 0) {
            snapshot_ = true;
            elect_among_all();
            answer_delayed();
            loops_.push_back(Loop::finalize);
        }
    }

    void treat_start(int from, const Start& start) {
        leader_ = elect(from, leader_);
        request_[from] = start.request;
        epoch_of_[from] = start.epoch;
        if (!snp_[from]) {
            ++nb_snp_;
            snp_[from] = true;
        }
        if (leader_ == me_) {
            delayed_message_[from] = true;
            return;
        }
        const bool has_just_lost = !snapshot_;
        if (!snapshot_) {
            snapshot_ = true;
            leader_ = from;
            answer_or_delay(from);
        } else if (leader_ != from || (delayed_message_[from] && !mends_.knows_epochs)) {
            delayed_message_[from] = true;
            return;
        } else {
            answer_or_delay(from);
        }
        if (mends_.notices_loss ? has_just_lost : nb_snp_ == 1) {
            during_snp_ = false;
            loops_.push_back(Loop::start);
        }
    }

    void treat_end(int from) {
        count_end();
        leader_ = undefined;
        --nb_snp_;
        snp_[from] = false;
        if (nb_snp_ == 0) {
            snapshot_ = false;
            return;
        }
        elect_among_all();
        if (leader_ == me_) {
            if (mends_.ends_waiting) {
                snapshot_ = false;
            }
            return;
        }
        answer_delayed();
    }

    void treat_snp(int from, const State& snp) {
        if (snp.request == request_[me_]) {
            ++nb_msgs_;
            load_[from] = snp.load;
        }
    }

    /// The conditions of the loops that receive, from the innermost one outwards.
    void leave_loops() {
        while (!loops_.empty()) {
            if (loops_.back() == Loop::initiate) {
                retry_if_lost();
                return;
            }
            if (loops_.back() == Loop::start ? snapshot_ : nb_snp_ != 0) {
                return;
            }
            loops_.pop_back();
        }
    }

    /// "Initiate", lines 10 to 15.
    void retry_if_lost() {
        if (!during_snp_) {
            during_snp_ = true;
            ++request_[me_];
            sent_ = joined(sent_, next_round());
        }
    }

    void elect_among_all() {
        for (int process = 0; process < processes(); ++process) {
            if (snp_[process]) {
                leader_ = elect(process, leader_);
            }
        }
    }

    void answer_delayed() {
        if (delayed_message_[leader_] && may_answer(leader_)) {
            answer(leader_);
            delayed_message_[leader_] = false;
        }
    }

    void answer_or_delay(int process) {
        delayed_message_[process] = !may_answer(process);
        if (may_answer(process)) {
            answer(process);
        }
    }

    void answer(int process) { sent_.push_back({process, State{request_[process], load_[me_]}}); }

    [[nodiscard]] bool may_answer(int process) const { return epoch_of_[process] == epoch_; }

    /// Without epochs, all are 0.
    void count_end() { epoch_ += mends_.knows_epochs ? 1 : 0; }

    static std::vector<Envelope> joined(std::vector<Envelope> first, const std::vector<Envelope>& second) {
        first.insert(first.end(), second.begin(), second.end());
        return first;
    }

    int me_;
    SnapshotMends mends_;
    std::vector<Load> load_;
    std::vector<std::int64_t> request_;
    std::vector<std::int64_t> epoch_of_; ///< by process, in its last start
    std::vector<bool> snp_;
    std::vector<bool> delayed_message_;
    int leader_ = undefined;
    int nb_snp_ = 0;
    int nb_msgs_ = 0;
    bool during_snp_ = false;
    bool snapshot_ = false;
    std::int64_t epoch_ = 0;
    std::vector<Loop> loops_; ///< the innermost one last
    std::vector<Envelope> sent_;
};

} // namespace tangram::exchange
