#pragma once

/// A reader of XML for tests: elements, attributes and text, no more than pictures have of it.

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state {

struct XmlElement {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text; ///< directly inside, with entities replaced
};

/// Reads a document and throws std::runtime_error, which says where, unless it is well-formed.
class XmlReader {
  public:
    explicit XmlReader(std::string_view text) : text_(text) {}

    /// The elements in the order of their start tags.
    std::vector<XmlElement> elements() {
        while (at_ < text_.size()) {
            if (text_[at_] != '<') {
                read_text();
            } else if (text_.substr(at_, 2) == "</") {
                read_end();
            } else {
                read_start();
            }
        }
        require(open_.empty() && !elements_.empty(), "an element is not closed");
        return elements_;
    }

  private:
    void require(bool holds, const std::string& what) const {
        if (!holds) {
            throw std::runtime_error(what + " at byte " + std::to_string(at_));
        }
    }

    /// What comes before one of the characters, which must come.
    std::string_view until(std::string_view characters) {
        const std::size_t end = text_.find_first_of(characters, at_);
        require(end != text_.npos, "the text ends too early");
        const std::string_view part = text_.substr(at_, end - at_);
        at_ = end;
        return part;
    }

    [[nodiscard]] std::string decoded(std::string_view raw) const {
        static const std::map<std::string_view, char> entities{
            {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
        std::string result;
        while (!raw.empty()) {
            require(static_cast<unsigned char>(raw.front()) >= 0x20 || raw.front() == '\n', "a control character");
            require(raw.front() != '<', "markup");
            const std::size_t length = raw.front() == '&' ? raw.find(';') + 1 : 1;
            const auto entity = entities.find(raw.substr(0, length));
            require(raw.front() != '&' || entity != entities.end(), "an unknown entity");
            result += entity != entities.end() ? entity->second : raw.front();
            raw.remove_prefix(length);
        }
        return result;
    }

    void read_text() {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string text = decoded(text_.substr(at_, end - at_));
        require(!open_.empty() || text.find_first_not_of('\n') == text.npos, "text outside of the root");
        if (!open_.empty()) {
            elements_[open_.back()].text += text;
        }
        at_ = end;
    }

    void read_end() {
        at_ += 2;
        const std::string_view name = until(">");
        require(!open_.empty() && elements_[open_.back()].name == name, "the wrong end");
        open_.pop_back();
        ++at_;
    }

    void read_start() {
        ++at_;
        require(!open_.empty() || elements_.empty(), "a second root");
        elements_.push_back({std::string(until(" />")), {}, {}});
        open_.push_back(elements_.size() - 1);
        while (text_[at_] == ' ') {
            ++at_;
            if (text_[at_] != '/') {
                read_attribute();
            }
        }
        if (text_[at_] == '/') {
            ++at_;
            open_.pop_back();
        }
        require(text_.substr(at_, 1) == ">", "a tag is not closed");
        ++at_;
    }

    void read_attribute() {
        const std::string name(until("=> "));
        require(text_.substr(at_, 2) == "=\"", "an attribute without value");
        at_ += 2;
        const std::string value = decoded(until("\""));
        require(elements_.back().attributes.emplace(name, value).second, "an attribute twice");
        ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<XmlElement> elements_;
    std::vector<std::size_t> open_; ///< indices of elements
};

} // namespace tangram::model::steady_state
