#include "cluster/exchange/message.hpp"

#include <array>

namespace tangram::exchange {

namespace {

std::size_t numbers_in(const Update&) {
    return 2;
}
std::size_t numbers_in(const Reserve& reserve) {
    return 3 * reserve.reservations.size();
}
std::size_t numbers_in(const NoMoreMaster&) {
    return 0;
}
std::size_t numbers_in(const Start&) {
    return 2;
}
std::size_t numbers_in(const State&) {
    return 3;
}
std::size_t numbers_in(const End&) {
    return 0;
}

} // namespace

std::string_view name_of(MessageKind kind) {
    constexpr std::array<std::string_view, message_kinds> names{"update", "reserve", "no_more_master",
                                                                "start",  "state",   "end"};
    return names.at(static_cast<std::size_t>(kind));
}

std::size_t payload_bytes(const Message& message) {
    return sizeof(std::int64_t) * std::visit([](const auto& what) { return numbers_in(what); }, message);
}

std::vector<Envelope> to_all_but(int me, int processes, const Message& message) {
    std::vector<Envelope> sent;
    for (int other = 0; other < processes; ++other) {
        if (other != me) {
            sent.push_back({other, message});
        }
    }
    return sent;
}

} // namespace tangram::exchange
