#pragma once

#include "cluster/driver/agreement.hpp"
#include "cluster/mpi/channel.hpp"

#include <mpi.h>

#include <optional>

namespace tangram::mpi {

/// Sums over the processes of a communicator, which must be used for nothing else meanwhile. It must outlive the round
/// in which it takes part, as MPI writes to it.
class Rounds final : public driver::Rounds {
  public:
    explicit Rounds(MPI_Comm communicator) : communicator_(communicator) {}

    void begin(const Numbers& mine) override {
        mine_ = mine;
        check(MPI_Iallreduce(mine_.data(), sums_.data(), static_cast<int>(sums_.size()), MPI_INT64_T, MPI_SUM,
                             communicator_, &request_));
    }

    [[nodiscard]] std::optional<Numbers> sums() override {
        int has_ended = 0;
        check(MPI_Test(&request_, &has_ended, MPI_STATUS_IGNORE));
        return has_ended != 0 ? std::optional(sums_) : std::nullopt;
    }

  private:
    MPI_Comm communicator_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    Numbers mine_{};
    Numbers sums_{};
};

} // namespace tangram::mpi
