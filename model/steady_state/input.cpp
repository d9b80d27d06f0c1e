#include "model/steady_state/input.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/checks.hpp"
#include "model/steady_state/exact_json.hpp"
#include "model/steady_state/rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tangram::model::steady_state {

namespace {

/// What names stand for.
class Names {
  public:
    /// `kind`: what messages call them.
    Names(std::string_view kind, std::vector<std::string> names) : kind_(kind), names_(std::move(names)) {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            index_.emplace(names_[i], i);
        }
    }

    /// Throws InvalidInput if there is no such name.
    [[nodiscard]] std::size_t index(std::string_view name, std::string_view where) const {
        const auto found = index_.find(std::string(name));
        if (found == index_.end()) {
            throw InvalidInput(fmt::format("{}: {}", where, unknown_name(kind_, name, names_)));
        }
        return found->second;
    }

    [[nodiscard]] std::size_t index(const JsonValue& name, std::string_view where) const {
        return index(text_of(name, where), where);
    }

    /// The indices of a list's names.
    [[nodiscard]] std::vector<std::size_t> indices(const JsonValue& list, std::string_view where) const {
        std::vector<std::size_t> result;
        for (const JsonValue& name : list_of(list, where)) {
            result.push_back(index(name, fmt::format("{}[{}]", where, result.size())));
        }
        return result;
    }

  private:
    std::string_view kind_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::size_t> index_;
};

std::optional<Rational> number_or_nothing(const JsonValue* value, std::string_view where) {
    return value == nullptr || value->is_null() ? std::nullopt : std::optional(number_of(*value, where));
}

/// Calls read(element, "<key>[<index>]") for each element of an object's list; of none where the key is missing.
template <class Read> void for_each(const JsonValue& object, std::string_view key, const Read& read) {
    if (const JsonValue* list = find(object, key)) {
        std::size_t index = 0;
        for (const JsonValue& element : list_of(*list, key)) {
            read(element, fmt::format("{}[{}]", key, index++));
        }
    }
}

std::string name_in(const JsonValue& object, const std::string& where) {
    return text_of(member(object, "name", where), where + ": name");
}

Processor processor_of(const JsonValue& value, const std::string& where) {
    require_keys(value, where, {"name", "w"});
    return {name_in(value, where), number_or_nothing(find(value, "w"), where + ": w")};
}

SharedResource resource_of(const JsonValue& value, const std::string& where) {
    require_keys(value, where, {"name", "c"});
    return {name_in(value, where), number_or_nothing(find(value, "c"), where + ": c")};
}

/// One link, or two for a pair "between" which there is one in each direction.
std::vector<Link> links_of(const JsonValue& value, const std::string& where, const Names& processors,
                           const Names& resources) {
    require_keys(value, where, {"between", "from", "to", "c", "resources"});
    Link link{0, 0, number_of(member(value, "c", where), where + ": c"), {}};
    if (const JsonValue* shared = find(value, "resources")) {
        link.resources = resources.indices(*shared, where + ": resources");
        if (link.resources.empty()) {
            throw InvalidInput(where + ": resources is empty; leave the key out for a one-port link");
        }
    }
    const JsonValue* between = find(value, "between");
    if ((between != nullptr) == (find(value, "from") != nullptr || find(value, "to") != nullptr)) {
        throw InvalidInput(where + ": expected either 'between', or 'from' and 'to'");
    }
    if (between == nullptr) {
        link.from = processors.index(member(value, "from", where), where + ": from");
        link.to = processors.index(member(value, "to", where), where + ": to");
        return {link};
    }
    const std::vector<std::size_t> ends = processors.indices(*between, where + ": between");
    if (ends.size() != 2) {
        throw InvalidInput(fmt::format("{}: between has {} names, expected two processors", where, ends.size()));
    }
    return {{ends[0], ends[1], link.c, link.resources}, {ends[1], ends[0], link.c, link.resources}};
}

/// Of {"<processor>": {"<task>": <time>}}.
std::vector<SpecialTime> times_of(const JsonValue& value, const Names& processors) {
    require_object(value, "times");
    std::vector<SpecialTime> times;
    for (std::size_t p = 0; p < value.keys.size(); ++p) {
        const std::size_t processor = processors.index(value.keys[p], "times");
        const JsonValue& of_processor = value.elements[p];
        const std::string where = fmt::format("times of '{}'", excerpt(value.keys[p]));
        require_object(of_processor, where);
        for (std::size_t k = 0; k < of_processor.keys.size(); ++k) {
            const std::string& task = of_processor.keys[k];
            times.push_back(
                {processor, task,
                 number_or_nothing(&of_processor.elements[k], fmt::format("{}: '{}'", where, excerpt(task)))});
        }
    }
    return times;
}

bool computes(const Platform& platform, std::size_t processor) {
    return platform.processors[processor].w ||
           std::any_of(platform.times.begin(), platform.times.end(), [&](const SpecialTime& special) {
               return special.processor == processor && special.time.has_value();
           });
}

/// Throws InvalidInput if a resource is called as a capacity that the platform has anyway: a reader would take one for
/// the other.
void require_own_names(const Platform& platform) {
    using Kind = Capacity::Kind;
    std::unordered_map<std::string, Kind> taken;
    for (const Capacity& capacity : capacities(platform)) {
        if (capacity.kind != Kind::resource && (capacity.kind != Kind::cpu || computes(platform, capacity.which))) {
            taken.emplace(name_of(platform, capacity), capacity.kind);
        }
    }
    for (std::size_t r = 0; r < platform.resources.size(); ++r) {
        const std::string& name = platform.resources[r].name;
        if (const auto found = taken.find(name); found != taken.end()) {
            const bool is_port = found->second == Kind::out || found->second == Kind::in;
            throw InvalidInput(
                fmt::format("resources[{}] '{}': the platform has a capacity of this name; expected another name{}", r,
                            excerpt(name), is_port ? ", or that all links of that port list the resource" : ""));
        }
    }
}

Task task_of(const JsonValue& value, const std::string& where) {
    require_keys(value, where, {"name", "weight"});
    const JsonValue* weight = find(value, "weight");
    return {name_in(value, where), weight == nullptr ? Rational(1) : number_of(*weight, where + ": weight")};
}

TaskTree tree_of(const JsonValue& value) {
    TaskTree tree;
    require_keys(value, "the tree", {"tasks", "files"});
    for_each(value, "tasks",
             [&](const JsonValue& task, const std::string& where) { tree.tasks.push_back(task_of(task, where)); });
    const std::size_t count = tree.tasks.size();
    std::vector<std::string> names = names_of(tree.tasks);
    names.emplace_back("end");
    const Names targets("target", names);
    names.back() = "begin";
    const Names sources("source", names);
    const auto task_or_outside = [&](std::size_t index) { return index == count ? outside : index; };
    for_each(value, "files", [&](const JsonValue& file, const std::string& where) {
        require_keys(file, where, {"from", "to", "data"});
        tree.files.push_back({task_or_outside(sources.index(member(file, "from", where), where + ": from")),
                              task_or_outside(targets.index(member(file, "to", where), where + ": to")),
                              number_of(member(file, "data", where), where + ": data")});
    });
    return tree;
}

/// Gives each task that makes no file an output without data.
void add_outputs(TaskTree& tree) {
    std::vector<bool> is_leaf(tree.tasks.size(), true);
    for (const File& file : tree.files) {
        if (!file.is_input()) {
            is_leaf[file.from] = false;
        }
    }
    for (std::size_t k = 0; k < is_leaf.size(); ++k) {
        if (is_leaf[k]) {
            tree.files.push_back({k, outside, 0});
        }
    }
}

} // namespace

Platform platform_from_json(std::string_view text) {
    const JsonValue value = exact_json(text);
    require_keys(value, "the platform", {"processors", "links", "masters", "resources", "times"});
    Platform platform;
    for_each(value, "processors", [&](const JsonValue& processor, const std::string& where) {
        platform.processors.push_back(processor_of(processor, where));
    });
    for_each(value, "resources", [&](const JsonValue& resource, const std::string& where) {
        platform.resources.push_back(resource_of(resource, where));
    });
    const Names processors("processor", names_of(platform.processors));
    const Names resources("resource", names_of(platform.resources));
    for_each(value, "links", [&](const JsonValue& link, const std::string& where) {
        const std::vector<Link> links = links_of(link, where, processors, resources);
        platform.links.insert(platform.links.end(), links.begin(), links.end());
    });
    if (const JsonValue* masters = find(value, "masters")) {
        platform.masters = processors.indices(*masters, "masters");
    }
    if (const JsonValue* times = find(value, "times")) {
        platform.times = times_of(*times, processors);
    }
    require_valid(platform);
    require_own_names(platform);
    return platform;
}

TaskTree tree_from_json(std::string_view text) {
    TaskTree tree = tree_of(exact_json(text));
    add_outputs(tree);
    require_valid(tree);
    return tree;
}

} // namespace tangram::model::steady_state
