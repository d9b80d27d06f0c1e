#pragma once

/// One process of a distributed multifrontal LU factorisation that schedules dynamically (Guermouche and L'Excellent
/// 2005, section 4), as a state machine: no MPI, no threads, no clock, no numbers. Its messages: message.hpp.
///
///     engine: a message of the exchange has come    receive()    at any time, before all others
///             a message of the application has come receive()    neither while it computes, nor while frozen
///             there is no message to be received    proceed()    if can_proceed(): begins the next task
///             the computation has ended             computed()   also while frozen
///
/// Each returns what is to be done: messages to send, and perhaps a computation to begin.
///
/// Which task is next: steps of fronts that are allocated here, in the order of BlocksAtWork. Then ready fronts, of
/// which the process is the master: the last one that became ready first. (The paper leaves the order open. With a
/// stack one process eliminates the tree in postorder, and parents come before new subtrees.) At the start, leaves are
/// ready, the first one on top.
///
/// Memory is active memory: blocks of fronts from their allocation until they are eliminated, then their contributed
/// rows until the parent's rows are dealt out and they are sent. Rows that come before their block is allocated count
/// where they lie. Factors do not count, nor do panels while they are used, nor messages under way.
///
/// Loads: the master counts its flops of a front when that is ready, those of its subtrees from the start. Slaves'
/// tasks are reserved, memory and flops; of a front of type 3 each process counts its share when it is told. Flops are
/// subtracted when they are done.

#include "cluster/exchange/mechanism.hpp"
#include "cluster/solver/blocks_at_work.hpp"
#include "cluster/solver/message.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tangram::solver {

struct Computation {
    Step step;
    std::int64_t flops = 0;
};

/// For who watches: called when a computation has ended, by the thread that computes, or that simulates it. It must not
/// throw.
using OnComputation = std::function<void(std::int64_t flops)>;

/// A change of this process's memory and load. As slave: increases have been reserved by a master (exchange).
struct Change {
    exchange::Load load;
    bool as_slave = false;

    bool operator==(const Change&) const = default;
};

/// Slaves that were selected, and what was believed of all loads just before.
struct Decision {
    FrontId front = 0;
    std::vector<exchange::Load> view;
    std::vector<exchange::Reservation> slaves;

    bool operator==(const Decision&) const = default;
};

/// What an engine has to do.
struct Actions {
    std::vector<exchange::Envelope> state_messages; ///< to be sent, in this order
    std::vector<Envelope> messages;                 ///< to be sent, in this order
    std::optional<Computation> computation;         ///< to begin
    /// For who has the numbers: fronts to allocate this process's blocks of, then the rows to add to these blocks,
    /// which have come or lie here, and are in no other message. After that, and after sending, the contribution blocks
    /// of these fronts' children are not needed any more.
    std::vector<Deal> deals;
    std::vector<ContributedRows> added_rows;
    std::vector<Change> changes;      ///< in this order, for who watches
    std::optional<Decision> decision; ///< for who watches
};

class SolverProcess {
  public:
    /// The problem must outlive it. Options must be valid.
    SolverProcess(int me, const Problem& problem, const Options& options);

    [[nodiscard]] Actions receive(int from, const exchange::Message& message);
    [[nodiscard]] Actions receive(int from, const Message& message);
    [[nodiscard]] Actions proceed();
    [[nodiscard]] Actions computed();

    /// Whether no message of the application may be received, and no task begin.
    [[nodiscard]] bool frozen() const { return mechanism_.frozen(); }
    [[nodiscard]] bool is_computing() const { return computation_.has_value(); }
    /// Whether there is a task that it may begin now.
    [[nodiscard]] bool can_proceed() const;
    /// Whether nothing lies here, and it is master of no front that is to come. A master may still select it as a
    /// slave.
    [[nodiscard]] bool is_done() const;

    [[nodiscard]] const exchange::Mechanism& mechanism() const { return mechanism_; }

  private:
    /// A front of this process, as its master, until its children are finished.
    struct Expected {
        Index rows = 0; ///< contributed, not yet finished
        std::set<int> holders;
    };

    // A master's part.
    void take(FrontId front);
    void select_slaves();
    void deal_out(const Deal& deal);
    void on(int from, const Finished& finished);
    void becomes_ready(FrontId front);
    void be_no_master_if_last();

    // A worker's part.
    void on(int from, const Deal& deal);
    void on(int from, const ContributedRows& rows);
    void on(int from, const Panel& panel);
    void allocate(const Deal& deal);
    void add(const ContributedRows& rows);
    void add_early(FrontId front);
    void send_contributions(const Deal& deal);
    void send_rows(FrontId child, const Rows& held, const Deal& deal);
    void finish_block(const Step& step, std::int64_t flops);
    void send_panel(const Step& step);
    [[nodiscard]] Index awaited_rows(FrontId front, const Block& block) const;
    [[nodiscard]] std::int64_t flops_of(const Step& step) const;
    [[nodiscard]] bool is_slave(FrontId front) const;

    [[nodiscard]] const Front& front_of(FrontId front) const { return problem_->tree.fronts.at(front); }
    void vary(const exchange::Load& change, bool as_slave);
    void tell(const std::vector<exchange::Envelope>& envelopes);
    void post(int to, Message message);
    [[nodiscard]] Actions handed_over();

    int me_;
    const Problem* problem_;
    Options options_;
    exchange::Mechanism mechanism_;
    std::size_t decisions_left_;

    std::map<FrontId, Expected> expected_;
    std::vector<FrontId> ready_;       ///< the next one last
    std::optional<FrontId> to_decide_; ///< it waits for the mechanism
    std::optional<Deal> decided_;      ///< begins when the process is not frozen any more
    BlocksAtWork blocks_;
    std::optional<Computation> computation_;
    std::map<FrontId, std::vector<Rows>> contributions_;         ///< by front, rows that lie here
    std::map<FrontId, std::vector<ContributedRows>> early_rows_; ///< by parent, before its Deal
    std::vector<Envelope> outbox_;                               ///< until the process is not frozen
    Actions actions_;
};

} // namespace tangram::solver
