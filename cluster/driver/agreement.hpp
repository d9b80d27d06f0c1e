#pragma once

/// Whether all processes agree that the end has come, without waiting for each other. In rounds: each takes part with
/// some counts when it has nothing to do, a round is over when all have, and the next one begins. Who works again
/// meanwhile takes part in the next one. The end is there if two rounds in succession have the same sums, and as many
/// packets were sent as received: a single round may count what one process received after it took part, but not
/// what it then sent (Mattern 1987, the four counter method).

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace tangram::driver {

/// Sums over all processes, round by round. An engine implements it: a reduction that does not block (cluster/mpi), or
/// sums in one program (tests/cluster/driver).
class Rounds {
  public:
    using Numbers = std::array<std::int64_t, 3>;

    Rounds() = default;
    virtual ~Rounds() = default;
    Rounds(const Rounds&) = delete;
    Rounds& operator=(const Rounds&) = delete;

    /// This process takes part in the next round. It must not take part in one already.
    virtual void begin(const Numbers& mine) = 0;

    /// The sums of the round in which this process takes part, when all have; nothing before. It must take part in one,
    /// and does not any more when it has the sums.
    [[nodiscard]] virtual std::optional<Numbers> sums() = 0;
};

class Agreement {
  public:
    /// Sums over what has been until then; they only grow.
    struct Counts {
        std::int64_t work = 0; ///< that is done
        std::int64_t sent = 0;
        std::int64_t received = 0;

        bool operator==(const Counts&) const = default;
    };

    /// Nobody else may use the rounds meanwhile.
    Agreement(Rounds& rounds, std::int64_t all_work) : rounds_(rounds), all_work_(all_work) {}

    /// This process has nothing to do. If it takes part in the present round already, nothing happens.
    void take_part(const Counts& mine) {
        if (!takes_part_) {
            rounds_.begin({mine.work, mine.sent, mine.received});
            takes_part_ = true;
        }
    }

    /// Whether the end has come: the same on all processes, after the same round. Then nobody may take part any more.
    [[nodiscard]] bool is_end() {
        const std::optional<Rounds::Numbers> sums = takes_part_ ? rounds_.sums() : std::nullopt;
        if (!sums) {
            return false;
        }
        takes_part_ = false;
        const auto [work, sent, received] = *sums;
        const Counts before = std::exchange(last_, {work, sent, received});
        return last_ == before && last_.work == all_work_ && last_.sent == last_.received;
    }

  private:
    Rounds& rounds_;
    std::int64_t all_work_;
    bool takes_part_ = false;
    Counts last_{-1, -1, -1}; ///< of the round before
};

} // namespace tangram::driver
