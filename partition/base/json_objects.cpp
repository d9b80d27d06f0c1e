#include "partition/base/json_objects.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace tangram::partition {

namespace {

using Json = nlohmann::ordered_json;

Json box_json(const Box& box, bool is_3d) {
    Json numbers{box.x0, box.x1, box.y0, box.y1};
    if (is_3d) {
        numbers.push_back(box.z0);
        numbers.push_back(box.z1);
    }
    return numbers;
}

Json tile_json(const Allocation& allocation, std::size_t i, std::size_t j) {
    if (!allocation.is_3d()) {
        return allocation.owner(i, j);
    }
    Json owners = Json::array();
    for (std::size_t k = 0; k < allocation.layers; ++k) {
        owners.push_back(allocation.owner(i, j, k));
    }
    return owners;
}

} // namespace

Json to_object(const Partition& partition) {
    Json object{{"algorithm", partition.algorithm}, {"height", partition.height}, {"width", partition.width}};
    if (partition.depth) {
        object["depth"] = *partition.depth;
    }
    Json& zones = object["zones"] = Json::array();
    for (const Zone& zone : partition.zones) {
        Json boxes = Json::array();
        for (const Box& box : zone.boxes) {
            boxes.push_back(box_json(box, partition.is_3d()));
        }
        zones.push_back({{"processor", zone.processor}, {"boxes", std::move(boxes)}});
    }
    return object;
}

Json to_object(const Allocation& allocation) {
    Json object{{"name", allocation.name},
                {"rows", allocation.rows},
                {"columns", allocation.columns},
                {"layers", allocation.layers},
                {"processors", allocation.processors}};
    Json& tiles = object["tiles"] = Json::array();
    for (std::size_t i = 0; i < allocation.rows; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < allocation.columns; ++j) {
            row.push_back(tile_json(allocation, i, j));
        }
        tiles.push_back(std::move(row));
    }
    return object;
}

std::string text_of(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace tangram::partition
