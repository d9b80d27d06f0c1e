#include "partition/json.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

using Json = nlohmann::ordered_json;

// ---- Writing

std::string text_of(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json box_json(const Box& box, bool is_3d) {
    Json numbers{box.x0, box.x1, box.y0, box.y1};
    if (is_3d) {
        numbers.push_back(box.z0);
        numbers.push_back(box.z1);
    }
    return numbers;
}

Json tile_json(const Allocation& allocation, std::size_t i, std::size_t j) {
    if (!allocation.is_3d())
        return allocation.owner(i, j);
    Json owners = Json::array();
    for (std::size_t k = 0; k < allocation.layers; ++k)
        owners.push_back(allocation.owner(i, j, k));
    return owners;
}

// ---- Reading

/// Ours have 4 levels; some of the parser's functions recurse. (Its callback
/// could tell the depth, but takes quadratic time on long lists of objects.)
void require_shallow(std::string_view text) {
    constexpr int deepest = 8;
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"')
            in_string = !in_string;
        else if (in_string)
            at += c == '\\' ? 1 : 0; // over what is escaped
        else if (c == '[' || c == '{')
            ++depth;
        else if (c == ']' || c == '}')
            --depth;
        if (depth > deepest)
            throw InvalidInput(fmt::format("lists or objects nested more than {} deep", deepest));
    }
}

Json parsed(std::string_view text) {
    require_shallow(text);
    try {
        Json object = Json::parse(text);
        if (!object.is_object())
            throw InvalidInput(fmt::format("a JSON {} where an object {{...}} is expected", object.type_name()));
        return object;
    } catch (const Json::parse_error& error) {
        throw InvalidInput(fmt::format("not JSON: syntax error at byte {} of {}", error.byte, text.size()));
    } catch (const Json::exception&) {
        throw InvalidInput("JSON with a number out of range");
    }
}

const Json& member(const Json& object, const char* key, std::string_view where = "") {
    if (!object.is_object())
        throw InvalidInput(fmt::format("{} is a JSON {}, expected an object", where, object.type_name()));
    const auto found = object.find(key);
    if (found == object.end())
        throw InvalidInput(fmt::format("{}key '{}' is missing", where.empty() ? "" : fmt::format("{}: ", where), key));
    return *found;
}

const Json& list(const Json& value, std::string_view where) {
    if (!value.is_array())
        throw InvalidInput(fmt::format("{} is a JSON {}, expected a list", where, value.type_name()));
    return value;
}

std::string string(const Json& value, std::string_view where) {
    if (!value.is_string())
        throw InvalidInput(fmt::format("{} is a JSON {}, expected a string", where, value.type_name()));
    return value.get<std::string>();
}

double number(const Json& value, std::string_view where) {
    if (!value.is_number())
        throw InvalidInput(fmt::format("{} is a JSON {}, expected a number", where, value.type_name()));
    return value.get<double>();
}

double side(const Json& object, const char* key) {
    const double length = number(member(object, key), key);
    if (!(length > 0))
        throw InvalidInput(fmt::format("{} is {}: it must be positive", key, length));
    return length;
}

/// A whole number from `least` to `most`. `where` is a function, as most numbers need no words.
template <class Where>
std::size_t whole_number(const Json& value, std::size_t least, std::size_t most, const Where& where) {
    if (!value.is_number_unsigned() || value.get<std::size_t>() < least || value.get<std::size_t>() > most)
        throw InvalidInput(fmt::format("{} is {}, expected a whole number from {} to {}", where(),
                                       value.is_number() ? value.dump() : fmt::format("a JSON {}", value.type_name()),
                                       least, most));
    return value.get<std::size_t>();
}

std::size_t count(const Json& object, const char* key, std::size_t most) {
    return whole_number(member(object, key), 1, most, [&] { return key; });
}

Box box_of(const Json& value, const Partition& partition, const std::string& where) {
    const std::size_t numbers = partition.is_3d() ? 6 : 4;
    if (list(value, where).size() != numbers)
        throw InvalidInput(fmt::format("{} has {} numbers, expected {}: x0, x1, y0, y1{}", where, value.size(), numbers,
                                       partition.is_3d() ? ", z0, z1" : ""));
    const auto at = [&](std::size_t index) { return number(value[index], where); };
    Box box{at(0), at(1), at(2), at(3)};
    if (partition.is_3d()) {
        box.z0 = at(4);
        box.z1 = at(5);
    }
    const auto require_within = [&](char axis, double low, double high, double length) {
        if (!(low >= 0 && low < high && high <= length))
            throw InvalidInput(
                fmt::format("{} goes from {} = {} to {}: expected a part of [0, {}]", where, axis, low, high, length));
    };
    require_within('x', box.x0, box.x1, partition.height);
    require_within('y', box.y0, box.y1, partition.width);
    require_within('z', box.z0, box.z1, partition.depth.value_or(1));
    return box;
}

Zone zone_of(const Json& value, const Partition& partition, std::size_t p) {
    const std::string where = fmt::format("zones[{}]", p);
    const Json& processor = member(value, "processor", where);
    if (!processor.is_number_unsigned() || processor.get<std::size_t>() != p)
        throw InvalidInput(fmt::format("{}: processor must be {}, as zones come in the order of processors", where, p));
    Zone zone{p, {}};
    for (const Json& box : list(member(value, "boxes", where), where + ".boxes"))
        zone.boxes.push_back(box_of(box, partition, fmt::format("{}.boxes[{}]", where, zone.boxes.size())));
    if (zone.boxes.empty())
        throw InvalidInput(fmt::format("{} has no boxes: each zone needs one", where));
    return zone;
}

/// A corner of a box, +1 or -1 as the box begins or ends there along an even number of axes or not.
struct Corner {
    std::array<double, 3> point;
    int sign;
};

void append_corners(std::vector<Corner>& corners, const Box& box, int sign) {
    for (const auto& [x, along_x] : {std::pair(box.x0, sign), std::pair(box.x1, -sign)})
        for (const auto& [y, along_y] : {std::pair(box.y0, along_x), std::pair(box.y1, -along_x)})
            for (const auto& [z, along_z] : {std::pair(box.z0, along_y), std::pair(box.z1, -along_y)})
                corners.push_back({{x, y, z}, along_z});
}

/// The number of boxes that hold a point is the sum of the signs of all corners
/// that are nowhere above it. So the boxes are a tiling exactly if, corner by
/// corner, their signs add up to the domain's; and the first corner where they
/// do not, in lexicographic order, has one box too many (positive) or too few.
void require_tiling(const Partition& partition) {
    std::vector<Corner> corners;
    append_corners(corners, {0, partition.height, 0, partition.width, 0, partition.depth.value_or(1)}, -1);
    for (const Zone& zone : partition.zones)
        for (const Box& box : zone.boxes)
            append_corners(corners, box, 1);
    std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.point < b.point; });
    for (auto corner = corners.begin(); corner != corners.end();) {
        const auto [x, y, z] = corner->point;
        int sum = 0;
        for (const auto first = corner; corner != corners.end() && corner->point == first->point; ++corner)
            sum += corner->sign;
        if (sum != 0)
            throw InvalidInput(fmt::format("the boxes {} at x = {}, y = {}{}: each point of the domain is in one box",
                                           sum > 0 ? "overlap" : "leave a gap", x, y,
                                           partition.is_3d() ? fmt::format(", z = {}", z) : ""));
    }
}

Partition partition_of(const Json& object) {
    Partition partition{
        string(member(object, "algorithm"), "algorithm"), side(object, "height"), side(object, "width"), {}};
    if (object.contains("depth"))
        partition.depth = side(object, "depth");
    const Json& zones = list(member(object, "zones"), "zones");
    if (zones.empty() || zones.size() > most_saved_processors)
        throw InvalidInput(fmt::format("{} zones: expected 1 to {}", zones.size(), most_saved_processors));
    for (const Json& zone : zones)
        partition.zones.push_back(zone_of(zone, partition, partition.zones.size()));
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
        if (!tiles.is_array() || tiles.size() != expected)
            throw InvalidInput(fmt::format("{} is {}, expected a list of {}", where(),
                                           tiles.is_array() ? fmt::format("a list of {}", tiles.size())
                                                            : fmt::format("a JSON {}", tiles.type_name()),
                                           expected));
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
            for (std::size_t k = 0; k < allocation.layers; ++k)
                append(tiles[i][j][k], [&] { return fmt::format("{}[{}]", where(), k); });
        }
    }
    return allocation;
}

bool has(const Json& object, const char* key) {
    return object.contains(key) && !object[key].is_null();
}

std::vector<double> numbers(const Json& object, const char* key) {
    std::vector<double> result;
    if (has(object, key))
        for (const Json& element : list(object[key], key))
            result.push_back(number(element, fmt::format("{}[{}]", key, result.size())));
    return result;
}

} // namespace

std::string to_json(const Partition& partition) {
    Json object{{"algorithm", partition.algorithm}, {"height", partition.height}, {"width", partition.width}};
    if (partition.depth)
        object["depth"] = *partition.depth;
    Json& zones = object["zones"] = Json::array();
    for (const Zone& zone : partition.zones) {
        Json boxes = Json::array();
        for (const Box& box : zone.boxes)
            boxes.push_back(box_json(box, partition.is_3d()));
        zones.push_back({{"processor", zone.processor}, {"boxes", std::move(boxes)}});
    }
    return text_of(object);
}

std::string to_json(const Allocation& allocation) {
    Json object{{"name", allocation.name},
                {"rows", allocation.rows},
                {"columns", allocation.columns},
                {"layers", allocation.layers},
                {"processors", allocation.processors}};
    Json& tiles = object["tiles"] = Json::array();
    for (std::size_t i = 0; i < allocation.rows; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < allocation.columns; ++j)
            row.push_back(tile_json(allocation, i, j));
        tiles.push_back(std::move(row));
    }
    return text_of(object);
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
    if (!has_tiles || has(object, "zones"))
        saved.partition = partition_of(object);
    if (has_tiles)
        saved.allocation = allocation_of(object, text.size());
    if (saved.partition && saved.allocation && saved.partition->zones.size() != saved.allocation->processors)
        throw InvalidInput(fmt::format("it has zones of {} processors but tiles of {}", saved.partition->zones.size(),
                                       saved.allocation->processors));
    saved.speeds = numbers(object, "speeds");
    saved.weights = numbers(object, "weights");
    if (has(object, "c_factor"))
        saved.c_factor = number(object["c_factor"], "c_factor");
    return saved;
}

} // namespace tangram::partition
