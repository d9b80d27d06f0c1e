#include "partition/base/json.hpp"

#include "base/error.hpp"
#include "partition/base/json_objects.hpp"
#include "partition/base/json_values.hpp"
#include "partition/base/tiling.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace tangram::partition {

namespace {

Box box_of(const Json& value, const Partition& partition, const std::string& where) {
    const std::size_t numbers = partition.is_3d() ? 6 : 4;
    if (list(value, where).size() != numbers) {
        throw InvalidInput(fmt::format("{} has {} numbers, expected {}: x0, x1, y0, y1{}", where, value.size(), numbers,
                                       partition.is_3d() ? ", z0, z1" : ""));
    }
    const auto at = [&](std::size_t index) { return number(value[index], where); };
    Box box{at(0), at(1), at(2), at(3)};
    if (partition.is_3d()) {
        box.z0 = at(4);
        box.z1 = at(5);
    }
    const auto require_within = [&](char axis, double low, double high, double length) {
        if (!(low >= 0 && low < high && high <= length)) {
            throw InvalidInput(
                fmt::format("{} goes from {} = {} to {}: expected a part of [0, {}]", where, axis, low, high, length));
        }
    };
    require_within('x', box.x0, box.x1, partition.height);
    require_within('y', box.y0, box.y1, partition.width);
    require_within('z', box.z0, box.z1, partition.depth.value_or(1));
    return box;
}

Zone zone_of(const Json& value, const Partition& partition, std::size_t p) {
    const std::string where = fmt::format("zones[{}]", p);
    const Json& processor = member(value, "processor", where);
    if (!processor.is_number_unsigned() || processor.get<std::size_t>() != p) {
        throw InvalidInput(fmt::format("{}: processor must be {}, as zones come in the order of processors", where, p));
    }
    Zone zone{p, {}};
    for (const Json& box : list(member(value, "boxes", where), where + ".boxes")) {
        zone.boxes.push_back(box_of(box, partition, fmt::format("{}.boxes[{}]", where, zone.boxes.size())));
    }
    if (zone.boxes.empty()) {
        throw InvalidInput(fmt::format("{} has no boxes: each zone needs one", where));
    }
    return zone;
}

Partition partition_of(const Json& object) {
    Partition partition{
        string(member(object, "algorithm"), "algorithm"), side(object, "height"), side(object, "width"), {}};
    if (object.contains("depth")) {
        partition.depth = side(object, "depth");
    }
    const Json& zones = list(member(object, "zones"), "zones");
    if (zones.empty() || zones.size() > most_saved_processors) {
        throw InvalidInput(fmt::format("{} zones: expected 1 to {}", zones.size(), most_saved_processors));
    }
    for (const Json& zone : zones) {
        partition.zones.push_back(zone_of(zone, partition, partition.zones.size()));
    }
    require_tiling(partition);
    return partition;
}

/// `most`: what a side may be; each tile takes two characters of the text.
Allocation allocation_of(const Json& object, std::size_t most) {
    Allocation allocation{string(member(object, "name"), "name"),
                          count(object, "rows", most),
                          count(object, "columns", most),
                          count(object, "processors", most_saved_processors),
                          {},
                          count(object, "layers", most)};
    const auto require_size = [](const Json& tiles, std::size_t expected, const auto& where) {
        if (!tiles.is_array() || tiles.size() != expected) {
            throw InvalidInput(fmt::format("{} is {}, expected a list of {}", where(),
                                           tiles.is_array() ? fmt::format("a list of {}", tiles.size())
                                                            : fmt::format("a JSON {}", tiles.type_name()),
                                           expected));
        }
    };
    const auto append = [&](const Json& owner, const auto& where) {
        allocation.owners.push_back(whole_number(owner, 0, allocation.processors - 1, where));
    };
    const Json& tiles = member(object, "tiles");
    require_size(tiles, allocation.rows, [] { return "tiles"; });
    for (std::size_t i = 0; i < allocation.rows; ++i) {
        require_size(tiles[i], allocation.columns, [&] { return fmt::format("tiles[{}]", i); });
        for (std::size_t j = 0; j < allocation.columns; ++j) {
            const auto where = [&] { return fmt::format("tiles[{}][{}]", i, j); };
            if (!allocation.is_3d()) {
                append(tiles[i][j], where);
                continue;
            }
            require_size(tiles[i][j], allocation.layers, where);
            for (std::size_t k = 0; k < allocation.layers; ++k) {
                append(tiles[i][j][k], [&] { return fmt::format("{}[{}]", where(), k); });
            }
        }
    }
    return allocation;
}

} // namespace

std::string to_json(const Partition& partition) {
    return text_of(to_object(partition));
}

std::string to_json(const Allocation& allocation) {
    return text_of(to_object(allocation));
}

Partition partition_from_json(std::string_view text) {
    return partition_of(parsed(text));
}

Allocation allocation_from_json(std::string_view text) {
    return allocation_of(parsed(text), text.size());
}

Saved saved_from_json(std::string_view text) {
    const Json object = parsed(text);
    Saved saved;
    const bool has_tiles = has(object, "tiles");
    if (!has_tiles || has(object, "zones")) {
        saved.partition = partition_of(object);
    }
    if (has_tiles) {
        saved.allocation = allocation_of(object, text.size());
    }
    if (saved.partition && saved.allocation && saved.partition->zones.size() != saved.allocation->processors) {
        throw InvalidInput(fmt::format("it has zones of {} processors but tiles of {}", saved.partition->zones.size(),
                                       saved.allocation->processors));
    }
    saved.speeds = numbers(object, "speeds");
    saved.weights = numbers(object, "weights");
    if (has(object, "c_factor")) {
        saved.c_factor = number(object["c_factor"], "c_factor");
    }
    return saved;
}

} // namespace tangram::partition
