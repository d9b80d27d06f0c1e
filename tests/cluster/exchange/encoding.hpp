#pragma once

/// States as bytes, so that a set of many is small.

#include "cluster/exchange/message.hpp"
#include "cluster/exchange/snapshot.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace tangram::exchange {

/// Equal bytes are equal values, where values of the same types are added in the same order.
class Encoding {
  public:
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

    /// Seven bits in each byte, the sign in the lowest one: numbers of small scenes take a byte.
    template <class T>
    requires std::integral<T> || std::is_enum_v<T>
    void add(T number) {
        const auto wide = static_cast<std::int64_t>(number);
        auto bits = static_cast<std::uint64_t>(wide < 0 ? -(wide + 1) : wide) << 1 | (wide < 0 ? 1U : 0U);
        for (; bits >= 128; bits >>= 7) {
            bytes_ += static_cast<char>(bits % 128 + 128);
        }
        bytes_ += static_cast<char>(bits);
    }

    void add(const Load& load) { add_all(load.memory, load.flops); }
    void add(const Update& update) { add(update.load); }
    void add(const Reservation& reservation) { add_all(reservation.process, reservation.load); }
    void add(const Reserve& reserve) { add(reserve.reservations); }
    void add(const NoMoreMaster&) {}
    void add(const Start& start) { add_all(start.request, start.epoch); }
    void add(const State& state) { add_all(state.request, state.load); }
    void add(const End&) {}

    void add(const Message& message) {
        add(message.index());
        std::visit([this](const auto& what) { add(what); }, message);
    }

    template <class T> void add(const std::vector<T>& values) {
        add(values.size());
        for (const auto& value : values) {
            add(value);
        }
    }

    template <class... T> void add(const std::tuple<T...>& values) {
        std::apply([this](const auto&... each) { add_all(each...); }, values);
    }

    /// What its view has of earlier snapshots is left out: nothing depends on it.
    void add(const Snapshot& snapshot) {
        const auto& [me, view, peers, epoch, request, is_wanted, is_master] = snapshot.state();
        for (std::size_t process = 0; process < view.size(); ++process) {
            const bool counts = static_cast<int>(process) == me || peers[process].has_answered;
            add(counts ? view[process] : Load{});
        }
        add_all(peers, epoch, request, is_wanted, is_master);
    }

    /// Other mechanisms, and parts of them.
    template <class T>
    requires requires(const T& value) { value.state(); }
    void add(const T& value) { add(value.state()); }

    void add_all(const auto&... values) { (add(values), ...); }

  private:
    std::string bytes_;
};

} // namespace tangram::exchange
