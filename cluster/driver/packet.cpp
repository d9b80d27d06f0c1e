#include "cluster/driver/packet.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace tangram::driver {

namespace {

template <class T, class Of>
concept Some = std::same_as<std::remove_const_t<T>, Of>;

/// What a type says, in the order in which it is written and read. One list for both.
auto fields(Some<exchange::Load> auto& load) {
    return std::tie(load.memory, load.flops);
}
auto fields(Some<exchange::Reservation> auto& reservation) {
    return std::tie(reservation.process, reservation.load);
}
auto fields(Some<exchange::Update> auto& update) {
    return std::tie(update.load);
}
auto fields(Some<exchange::Reserve> auto& reserve) {
    return std::tie(reserve.reservations);
}
auto fields(Some<exchange::NoMoreMaster> auto& /*says nothing*/) {
    return std::tuple<>();
}
auto fields(Some<exchange::Start> auto& start) {
    return std::tie(start.request, start.epoch);
}
auto fields(Some<exchange::State> auto& state) {
    return std::tie(state.request, state.load);
}
auto fields(Some<exchange::End> auto& /*says nothing*/) {
    return std::tuple<>();
}
auto fields(Some<solver::Rows> auto& rows) {
    return std::tie(rows.begin, rows.end);
}
auto fields(Some<solver::Block> auto& block) {
    return std::tie(block.process, block.begin, block.end);
}
auto fields(Some<solver::Finished> auto& finished) {
    return std::tie(finished.front, finished.rows);
}
auto fields(Some<solver::Deal> auto& deal) {
    return std::tie(deal.front, deal.blocks);
}
auto fields(Some<solver::ContributedRows> auto& contributed) {
    return std::tie(contributed.child, contributed.block, contributed.rows);
}
auto fields(Some<solver::Panel> auto& panel) {
    return std::tie(panel.front, panel.block, panel.rows);
}
auto fields(Some<NumberedMessage> auto& numbered) {
    return std::tie(numbered.message, numbered.numbers);
}
auto fields(Some<numerics::Segment> auto& segment) {
    return std::tie(segment.kind, segment.front, segment.rows, segment.values);
}
auto fields(Some<solver::Change> auto& change) {
    return std::tie(change.load, change.as_slave);
}
auto fields(Some<solver::Decision> auto& decision) {
    return std::tie(decision.front, decision.view, decision.slaves);
}
auto fields(Some<solver::Event> auto& event) {
    return std::tie(event.seconds, event.what);
}
auto fields(Some<solver::Tally> auto& tally) { // of who stands still no more
    return std::tie(tally.decisions, tally.slaves, tally.messages, tally.bytes, tally.application_messages,
                    tally.application_bytes, tally.flops, tally.memory, tally.peak_memory, tally.seconds_frozen);
}
auto fields(Some<solver::Course> auto& course) {
    return std::tie(course.tally, course.events, course.seconds);
}

template <class T>
concept Number = std::integral<T> || std::is_enum_v<T>;

/// How many values an enumeration has, from 0 on.
template <class Enumeration> constexpr std::uint64_t kinds_of = 0;
template <> constexpr std::uint64_t kinds_of<numerics::Segment::Kind> = 3;

class Writer {
  public:
    template <class T> void add(const T& value) {
        if constexpr (std::same_as<T, double>) {
            packet_.push_back(std::bit_cast<std::uint64_t>(value));
        } else if constexpr (Number<T>) {
            packet_.push_back(static_cast<std::uint64_t>(value));
        } else {
            std::apply([this](const auto&... field) { (this->add(field), ...); }, fields(value));
        }
    }
    template <class T> void add(const std::span<const T>& list) {
        packet_.reserve(packet_.size() + 1 + list.size());
        add(list.size());
        for (const T& element : list) {
            add(element);
        }
    }
    template <class T> void add(const std::vector<T>& list) { add(std::span<const T>(list)); }
    template <class T, std::size_t size> void add(const std::array<T, size>& elements) {
        for (const T& element : elements) {
            add(element);
        }
    }
    template <class... Kinds> void add(const std::variant<Kinds...>& message) {
        add(message.index());
        std::visit([this](const auto& kind) { add(kind); }, message);
    }

    [[nodiscard]] Packet packet() && { return std::move(packet_); }

  private:
    Packet packet_;
};

class Reader {
  public:
    explicit Reader(std::span<const std::uint64_t> packet) : rest_(packet) {}

    template <class T> static T whole(std::span<const std::uint64_t> packet) {
        Reader reader(packet);
        T message;
        reader.read(message);
        require(reader.rest_.empty());
        return message;
    }

  private:
    static void require(bool condition) {
        if (!condition) {
            throw std::logic_error("a packet that has come is no message of its type");
        }
    }

    std::uint64_t word() {
        require(!rest_.empty());
        const std::uint64_t first = rest_.front();
        rest_ = rest_.subspan(1);
        return first;
    }

    template <class T> void read(T& value) {
        if constexpr (std::same_as<T, double>) {
            value = std::bit_cast<double>(word());
        } else if constexpr (std::is_enum_v<T>) {
            static_assert(kinds_of<T> > 0, "of each enumeration that is sent");
            const std::uint64_t kind = word();
            require(kind < kinds_of<T>);
            value = static_cast<T>(kind);
        } else if constexpr (Number<T>) {
            value = static_cast<T>(word());
        } else {
            std::apply([this](auto&... field) { (this->read(field), ...); }, fields(value));
        }
    }
    template <class T> void read(std::vector<T>& list) {
        const std::uint64_t size = word();
        require(size <= rest_.size()); // no element takes less than a word
        list.resize(size);
        for (T& element : list) {
            read(element);
        }
    }
    template <class T, std::size_t size> void read(std::array<T, size>& elements) {
        for (T& element : elements) {
            read(element);
        }
    }
    template <class... Kinds> void read(std::variant<Kinds...>& message) {
        const std::uint64_t kind = word();
        require(kind < sizeof...(Kinds));
        std::size_t index = 0;
        const auto read_if_meant = [&]<class Kind>(std::in_place_type_t<Kind>) {
            if (index++ == kind) {
                read(message.template emplace<Kind>());
            }
        };
        (read_if_meant(std::in_place_type<Kinds>), ...);
    }

    std::span<const std::uint64_t> rest_;
};

template <class T> Packet written(const T& message) {
    Writer writer;
    writer.add(message);
    return std::move(writer).packet();
}

} // namespace

Packet packed(const exchange::Message& message) {
    return written(message);
}

Packet packed(const solver::Message& message, std::span<const double> numbers) {
    Writer writer;
    writer.add(message);
    writer.add(numbers);
    return std::move(writer).packet();
}

Packet packed(const numerics::Segment& segment) {
    return written(segment);
}

Packet packed(const solver::Course& course) {
    return written(course);
}

exchange::Message exchange_message(std::span<const std::uint64_t> packet) {
    return Reader::whole<exchange::Message>(packet);
}

NumberedMessage numbered_message(std::span<const std::uint64_t> packet) {
    return Reader::whole<NumberedMessage>(packet);
}

numerics::Segment segment(std::span<const std::uint64_t> packet) {
    return Reader::whole<numerics::Segment>(packet);
}

solver::Course course(std::span<const std::uint64_t> packet) {
    return Reader::whole<solver::Course>(packet);
}

} // namespace tangram::driver
