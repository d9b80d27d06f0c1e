#include "cluster/mpi/channel.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <limits>
#include <set>
#include <string>
#include <utility>

namespace tangram::mpi {

using driver::Packet;

namespace {

constexpr int tag = 0;

int words_of(const Packet& packet) {
    if (packet.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw RunFailure(fmt::format("a message of {} numbers is too long for MPI", packet.size()));
    }
    return static_cast<int>(packet.size());
}

} // namespace

void check(int code) {
    if (code != MPI_SUCCESS) {
        std::string reason(MPI_MAX_ERROR_STRING, '\0');
        int length = 0;
        MPI_Error_string(code, reason.data(), &length);
        reason.resize(static_cast<std::size_t>(length));
        throw RunFailure("MPI: " + reason);
    }
}

void errors_return(MPI_Comm communicator) {
    check(MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN));
}

Channel::Channel(MPI_Comm communicator, std::size_t places) : places_(places) {
    check(MPI_Comm_dup(communicator, &communicator_));
}

Channel::~Channel() {
    for (Sending& sending : under_way_) {
        MPI_Request_free(&sending.request);
    }
    for (Coming& coming : coming_) {
        MPI_Request_free(&coming.request);
    }
    if (under_way_.empty() && coming_.empty()) {
        MPI_Comm_free(&communicator_);
    }
}

void Channel::do_send(int to, std::shared_ptr<const Packet> packet) {
    (void)words_of(*packet);
    waiting_.push_back({to, std::move(packet), MPI_REQUEST_NULL});
    progress();
}

void Channel::progress() {
    for (std::size_t k = 0; k < under_way_.size();) {
        int is_sent = 0;
        check(MPI_Test(&under_way_[k].request, &is_sent, MPI_STATUS_IGNORE));
        if (is_sent != 0) {
            std::swap(under_way_[k], under_way_.back());
            under_way_.pop_back();
        } else {
            ++k;
        }
    }
    while (!waiting_.empty() && under_way_.size() < places_) {
        Sending& next = waiting_.front();
        check(MPI_Isend(next.packet->data(), words_of(*next.packet), MPI_UINT64_T, next.to, tag, communicator_,
                        &next.request));
        under_way_.push_back(std::move(next));
        waiting_.pop_front();
    }
}

void Channel::meet_new_packets() {
    while (true) {
        int has_come = 0;
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        check(MPI_Improbe(MPI_ANY_SOURCE, tag, communicator_, &has_come, &message, &status));
        if (has_come == 0) {
            return;
        }
        int words = 0;
        check(MPI_Get_count(&status, MPI_UINT64_T, &words));
        coming_.push_back({status.MPI_SOURCE, Packet(static_cast<std::size_t>(words)), MPI_REQUEST_NULL});
        Coming& coming = coming_.back();
        check(MPI_Imrecv(coming.packet.data(), words, MPI_UINT64_T, &message, &coming.request));
    }
}

std::optional<driver::Received> Channel::do_receive() {
    meet_new_packets();
    std::set<int> others_first; // of these an earlier packet is coming still
    for (auto coming = coming_.begin(); coming != coming_.end(); ++coming) {
        int is_here = 0;
        if (!others_first.contains(coming->from)) {
            check(MPI_Test(&coming->request, &is_here, MPI_STATUS_IGNORE));
        }
        if (is_here != 0) {
            driver::Received received{coming->from, std::move(coming->packet)};
            coming_.erase(coming);
            return received;
        }
        others_first.insert(coming->from);
    }
    return std::nullopt;
}

} // namespace tangram::mpi
