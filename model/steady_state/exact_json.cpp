#include "model/steady_state/exact_json.hpp"

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/text.hpp"
#include "model/steady_state/checks.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tangram::model::steady_state {

namespace {

using Kind = JsonValue::Kind;
using Json = nlohmann::json;

/// Builds the value from what the parser finds, one event after the other.
class Builder : public Json::json_sax_t {
  public:
    explicit Builder(std::size_t bytes) : bytes_(bytes) {}

    JsonValue value() { return std::move(root_.elements.front()); }

    bool null() override { return add({Kind::null}); }
    bool boolean(bool /*value*/) override { return add({Kind::boolean}); }
    bool number_integer(Json::number_integer_t value) override { return add({Kind::number, std::to_string(value)}); }
    bool number_unsigned(Json::number_unsigned_t value) override { return add({Kind::number, std::to_string(value)}); }
    bool number_float(Json::number_float_t /*value*/, const std::string& written) override {
        return add({Kind::number, written});
    }
    bool string(std::string& value) override { return add({Kind::text, std::move(value)}); }
    bool binary(Json::binary_t& /*value*/) override { return false; } // JSON as text has none
    bool start_array(std::size_t /*size*/) override { return open({Kind::list}); }
    bool start_object(std::size_t /*size*/) override { return open({Kind::object}); }
    bool end_array() override { return close(); }
    bool end_object() override { return close(); }
    bool key(std::string& name) override {
        open_.back()->keys.push_back(std::move(name));
        return true;
    }

    bool parse_error(std::size_t byte, const std::string& token, const Json::exception& error) override {
        if (dynamic_cast<const Json::parse_error*>(&error) == nullptr) {
            throw InvalidInput(fmt::format("number out of range at byte {} of {}: {}", byte, bytes_, excerpt(token)));
        }
        if (byte > bytes_) {
            throw InvalidInput(bytes_ == 0 ? "not JSON: empty"
                                           : fmt::format("not JSON: breaks off after {} bytes", bytes_));
        }
        throw InvalidInput(fmt::format("not JSON: syntax error at byte {} of {}", byte, bytes_));
    }

  private:
    bool add(JsonValue value) {
        open_.back()->elements.push_back(std::move(value));
        return true;
    }

    bool open(JsonValue value) {
        add(std::move(value));
        open_.push_back(&open_.back()->elements.back()); // stays there: what is around it does not grow before it ends
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    std::size_t bytes_;
    JsonValue root_{Kind::list}; ///< its element is the value
    std::vector<JsonValue*> open_{&root_};
};

std::string_view described(Kind kind) {
    switch (kind) {
    case Kind::null: return "null";
    case Kind::boolean: return "a boolean";
    case Kind::number: return "a number";
    case Kind::text: return "a text";
    case Kind::list: return "a list";
    case Kind::object: break;
    }
    return "an object";
}

[[noreturn]] void reject(const JsonValue& value, std::string_view where, std::string_view expected) {
    throw InvalidInput(fmt::format("{} is {}, expected {}", where, described(value.kind), expected));
}

} // namespace

JsonValue exact_json(std::string_view text) {
    require_shallow_json(text);
    Builder builder(text.size());
    Json::sax_parse(text, &builder);
    return builder.value();
}

void require_object(const JsonValue& value, std::string_view where) {
    if (value.kind != Kind::object) {
        reject(value, where, "an object");
    }
}

void require_keys(const JsonValue& value, std::string_view where, const std::vector<std::string>& keys) {
    require_object(value, where);
    for (auto key = value.keys.begin(); key != value.keys.end(); ++key) {
        if (std::find(keys.begin(), keys.end(), *key) == keys.end()) {
            throw InvalidInput(fmt::format("{}: {}", where, unknown_name("key", *key, keys)));
        }
        if (std::find(value.keys.begin(), key, *key) != key) {
            throw InvalidInput(fmt::format("{}: key '{}' is there twice", where, *key));
        }
    }
}

const JsonValue* find(const JsonValue& object, std::string_view key) {
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    return found == object.keys.end() ? nullptr
                                      : &object.elements[static_cast<std::size_t>(found - object.keys.begin())];
}

const JsonValue& member(const JsonValue& object, std::string_view key, std::string_view where) {
    const JsonValue* value = find(object, key);
    if (value == nullptr) {
        throw InvalidInput(fmt::format("{}: key '{}' is missing", where, key));
    }
    return *value;
}

const std::vector<JsonValue>& list_of(const JsonValue& value, std::string_view where) {
    if (value.kind != Kind::list) {
        reject(value, where, "a list");
    }
    return value.elements;
}

const std::string& text_of(const JsonValue& value, std::string_view where) {
    if (value.kind != Kind::text) {
        reject(value, where, "a text");
    }
    return value.text;
}

Rational number_of(const JsonValue& value, std::string_view where) {
    if (value.kind != Kind::number && value.kind != Kind::text) {
        reject(value, where, "a number such as 3, 0.25 or \"1/12\"");
    }
    try {
        return parsed_rational(value.text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", where, error.what()));
    }
}

} // namespace tangram::model::steady_state
