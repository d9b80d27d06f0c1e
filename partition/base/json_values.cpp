#include "partition/base/json_values.hpp"

#include "base/json_text.hpp"

namespace tangram::partition {

Json parsed(std::string_view text) {
    Json object = parsed_json<Json>(text);
    if (!object.is_object()) {
        throw InvalidInput(fmt::format("a JSON {} where an object {{...}} is expected", object.type_name()));
    }
    return object;
}

const Json& member(const Json& object, const char* key, std::string_view where) {
    if (!object.is_object()) {
        throw InvalidInput(fmt::format("{} is a JSON {}, expected an object", where, object.type_name()));
    }
    const auto found = object.find(key);
    if (found == object.end()) {
        throw InvalidInput(fmt::format("{}key '{}' is missing", where.empty() ? "" : fmt::format("{}: ", where), key));
    }
    return *found;
}

const Json& list(const Json& value, std::string_view where) {
    if (!value.is_array()) {
        throw InvalidInput(fmt::format("{} is a JSON {}, expected a list", where, value.type_name()));
    }
    return value;
}

std::string string(const Json& value, std::string_view where) {
    if (!value.is_string()) {
        throw InvalidInput(fmt::format("{} is a JSON {}, expected a string", where, value.type_name()));
    }
    return value.get<std::string>();
}

double number(const Json& value, std::string_view where) {
    if (!value.is_number()) {
        throw InvalidInput(fmt::format("{} is a JSON {}, expected a number", where, value.type_name()));
    }
    return value.get<double>();
}

double side(const Json& object, const char* key) {
    const double length = number(member(object, key), key);
    if (!(length > 0)) {
        throw InvalidInput(fmt::format("{} is {}: it must be positive", key, length));
    }
    return length;
}

std::size_t count(const Json& object, const char* key, std::size_t most) {
    return whole_number(member(object, key), 1, most, [&] { return key; });
}

bool has(const Json& object, const char* key) {
    return object.contains(key) && !object[key].is_null();
}

std::vector<double> numbers(const Json& object, const char* key) {
    std::vector<double> result;
    if (has(object, key)) {
        for (const Json& element : list(object[key], key)) {
            result.push_back(number(element, fmt::format("{}[{}]", key, result.size())));
        }
    }
    return result;
}

} // namespace tangram::partition
