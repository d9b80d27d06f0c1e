#include "cluster/exchange/mechanism.hpp"

#include "base/known_name.hpp"

#include <stdexcept>

namespace tangram::exchange {

namespace {

std::variant<Naive, Increments, Snapshot> named(std::string_view name, int me, const Setting& setting) {
    switch (position_of("mechanism", name, mechanism_names())) {
    case 0: return Naive(me, setting.initial, setting.threshold, setting.never_master);
    case 1: return Increments(me, setting.initial, setting.threshold, setting.never_master);
    case 2: return Snapshot(me, setting.initial);
    default: throw std::logic_error("a mechanism has a name, but nothing behind it");
    }
}

} // namespace

const std::vector<std::string>& mechanism_names() {
    static const std::vector<std::string> names{"naive", "increments", "snapshot"};
    return names;
}

Mechanism::Mechanism(std::string_view name, int me, const Setting& setting) : mechanism_(named(name, me, setting)) {}

std::vector<Envelope> Mechanism::vary(const Load& change, bool as_slave) {
    return std::visit([&](auto& mechanism) { return mechanism.vary(change, as_slave); }, mechanism_);
}

std::vector<Envelope> Mechanism::request() {
    return std::visit([](auto& mechanism) { return mechanism.request(); }, mechanism_);
}

bool Mechanism::ready() const {
    return std::visit([](const auto& mechanism) { return mechanism.ready(); }, mechanism_);
}

std::vector<Envelope> Mechanism::select(std::span<const Reservation> slaves) {
    return std::visit([&](auto& mechanism) { return mechanism.select(slaves); }, mechanism_);
}

std::vector<Envelope> Mechanism::receive(int from, const Message& message) {
    return std::visit([&](auto& mechanism) { return mechanism.receive(from, message); }, mechanism_);
}

std::vector<Envelope> Mechanism::no_more_master() {
    return std::visit([](auto& mechanism) { return mechanism.no_more_master(); }, mechanism_);
}

std::span<const Load> Mechanism::view() const {
    return std::visit([](const auto& mechanism) { return mechanism.view(); }, mechanism_);
}

bool Mechanism::frozen() const {
    return std::visit([](const auto& mechanism) { return mechanism.frozen(); }, mechanism_);
}

} // namespace tangram::exchange
