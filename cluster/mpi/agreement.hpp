#pragma once

/// Whether all processes agree that the end has come, without waiting for each other. In rounds: each takes part with
/// some counts when it has nothing to do, a round is over when all have, and the next one begins. Who works again
/// meanwhile takes part in the next one. The end is there if two rounds in succession have the same sums, and as many
/// packets were sent as received: a single round may count what one process received after it took part, but not
/// what it then sent (Mattern 1987, the four counter method).

#include "cluster/mpi/channel.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <utility>

namespace tangram::mpi {

class Agreement {
  public:
    /// Sums over what has been until then; they only grow.
    struct Counts {
        std::int64_t work = 0; ///< that is done
        std::int64_t sent = 0;
        std::int64_t received = 0;

        bool operator==(const Counts&) const = default;
    };

    /// The communicator must be used for nothing else meanwhile.
    Agreement(MPI_Comm communicator, std::int64_t all_work) : communicator_(communicator), all_work_(all_work) {}

    /// This process has nothing to do. If it takes part in the present round already, nothing happens.
    void take_part(const Counts& mine) {
        if (request_ == MPI_REQUEST_NULL) {
            mine_ = {mine.work, mine.sent, mine.received};
            check(MPI_Iallreduce(mine_.data(), sums_.data(), static_cast<int>(sums_.size()), MPI_INT64_T, MPI_SUM,
                                 communicator_, &request_));
        }
    }

    /// Whether the end has come: the same on all processes, after the same round. Then nobody may take part any more.
    [[nodiscard]] bool is_end() {
        int has_ended = 0;
        if (request_ != MPI_REQUEST_NULL) {
            check(MPI_Test(&request_, &has_ended, MPI_STATUS_IGNORE));
        }
        if (has_ended == 0) {
            return false;
        }
        const Counts before = std::exchange(last_, {sums_[0], sums_[1], sums_[2]});
        return last_ == before && last_.work == all_work_ && last_.sent == last_.received;
    }

  private:
    MPI_Comm communicator_;
    std::int64_t all_work_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    std::array<std::int64_t, 3> mine_{};
    std::array<std::int64_t, 3> sums_{};
    Counts last_{-1, -1, -1}; ///< of the round before
};

} // namespace tangram::mpi
