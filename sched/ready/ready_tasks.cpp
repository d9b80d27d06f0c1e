#include "sched/ready/ready_tasks.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tangram::sched {

namespace {

/// The tiles from here on are first written, then read: C if its values do not matter,
/// auxiliary tiles.
Tile first_unread(const ProductTiles& tiles, const StartingPlaces& start) {
    return start.reads_c ? tiles.c(0, 0, 1) : tiles.first_c();
}

TilePlaces starting_places(const ProductTiles& tiles, const StartingPlaces& start) {
    TilePlaces places(tiles.count(), start.nodes);
    const Tile end_of_home = first_unread(tiles, start);
    for (Tile tile = 0; start.home && tile < end_of_home; ++tile) {
        places.insert(tile, *start.home);
    }
    // What is not read costs nothing to bring.
    for (Tile tile = end_of_home; tile < tiles.count(); ++tile) {
        for (Node node = 0; node < start.nodes; ++node) {
            places.insert(tile, node);
        }
    }
    return places;
}

} // namespace

ReadyTasks::ReadyTasks(const ProductShape& shape, StartingPlaces start, Search search)
    : tiles_(shape), start_(std::move(start)), search_(search), lists_(start_.nodes + 1),
      places_(starting_places(tiles_, start_)), unread_(tiles_.count()) {
    std::fill(unread_.begin() + first_unread(tiles_, start_), unread_.end(), true);
    if (search_ == Search::by_cost) {
        users_.resize(tiles_.count());
        buckets_.resize(start_.nodes);
    }
}

ReadyTasks::Ticket ReadyTasks::add(const Task& task, std::size_t list) {
    if (!tiles_.shape().contains(task)) {
        throw std::out_of_range("ReadyTasks::add: task outside the product");
    }
    const Ticket ticket = lists_.append(task, list);
    if (search_ == Search::by_cost) {
        index(ticket);
        places_.for_each_node(tiles_.of(task), [&](Node node) { offer(ticket, node); });
    }
    return ticket;
}

ReadyTasks::Ticket ReadyTasks::move(Ticket ticket, std::size_t list) {
    return add(take(ticket), list);
}

Task ReadyTasks::take(Ticket ticket) {
    if (search_ == Search::by_cost) {
        forget(ticket);
    }
    return lists_.take(ticket);
}

Task ReadyTasks::hand_out(Ticket ticket, Node node) {
    const Task task = take(ticket);
    const TaskTiles tiles = tiles_.of(task);
    for (const Tile tile : tiles) {
        tile == tiles.written() ? move_to(tile, node) : arrived(tile, node);
    }
    return task;
}

unsigned ReadyTasks::cost(Ticket ticket, Node node) const {
    unsigned missing = 0;
    for (const Tile tile : tiles_.of(lists_.task(ticket))) {
        missing += places_.is_at(tile, node) ? 0 : 1;
    }
    return missing;
}

std::optional<ReadyTasks::Ticket> ReadyTasks::cheapest(Node node, End end) {
    const auto holds = [&](Ticket ticket, std::size_t cost) { return costs(ticket, node, cost); };
    while (true) {
        const std::optional<Ticket> found = buckets_.at(node).cheapest(end, holds);
        if (!found || !forget_lost_tiles(*found, node)) {
            return found;
        }
    }
}

void ReadyTasks::lost(Tile tile, Node node) {
    if (places_.is_at(tile, node)) {
        places_.erase(tile, node);
        offer_users(tile, node);
    }
}

void ReadyTasks::arrived(Tile tile, Node node) {
    if (!places_.is_at(tile, node)) {
        places_.insert(tile, node);
        offer_users(tile, node);
    }
}

/// The node writes the tile: other copies are void.
void ReadyTasks::move_to(Tile tile, Node node) {
    unread_[tile] = false;
    const std::array<Tile, 1> written{tile};
    places_.for_each_node(written, [&](Node other) {
        if (other != node) {
            lost(tile, other);
        }
    });
    arrived(tile, node);
}

void ReadyTasks::index(Ticket ticket) {
    if (positions_.size() <= ticket.slot) {
        positions_.resize(ticket.slot + 1);
    }
    std::uint32_t position = 0;
    for (const Tile tile : tiles_.of(lists_.task(ticket))) {
        positions_[ticket.slot][position] = static_cast<std::uint32_t>(users_[tile].size());
        users_[tile].push_back({ticket, position});
        ++position;
    }
}

void ReadyTasks::forget(Ticket ticket) {
    std::size_t position = 0;
    for (const Tile tile : tiles_.of(lists_.task(ticket))) {
        const std::uint32_t entry = positions_[ticket.slot][position];
        const User last = users_[tile].back();
        users_[tile][entry] = last;
        positions_[last.ticket.slot][last.position] = entry;
        users_[tile].pop_back();
        ++position;
    }
}

void ReadyTasks::offer(Ticket ticket, Node node) {
    const bool is_own = lists_.list(ticket) == node;
    const unsigned task_cost = cost(ticket, node);
    if (!is_own && task_cost < tiles_.of(lists_.task(ticket)).size()) {
        buckets_[node].insert(ticket, task_cost, [&](Ticket t, std::size_t c) { return costs(t, node, c); });
    }
}

void ReadyTasks::offer_users(Tile tile, Node node) {
    if (search_ == Search::by_cost) {
        for (const User& user : users_[tile]) {
            offer(user.ticket, node);
        }
    }
}

bool ReadyTasks::forget_lost_tiles(Ticket ticket, Node node) {
    if (!start_.still_there) {
        return false;
    }
    const Task task = lists_.task(ticket);
    const TaskTiles tiles = tiles_.of(task);
    bool lost_any = false;
    std::size_t position = 0;
    for (const Tile tile : tiles) {
        if (!unread_[tile] && places_.is_at(tile, node) && !start_.still_there(task, position, node)) {
            lost(tile, node);
            lost_any = true;
        }
        ++position;
    }
    return lost_any;
}

bool ReadyTasks::costs(Ticket ticket, Node node, std::size_t task_cost) const {
    return lists_.contains(ticket) && cost(ticket, node) == task_cost;
}

} // namespace tangram::sched
