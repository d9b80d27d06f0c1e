#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace tangram::apps {

/// Changes a variable of the environment for as long as the object lives.
class TemporaryVariable {
  public:
    /// value: nothing takes the variable out.
    TemporaryVariable(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
        if (const char* before = std::getenv(name_.c_str())) {
            before_ = before;
        }
        set(value);
    }
    ~TemporaryVariable() { set(before_); }
    TemporaryVariable(const TemporaryVariable&) = delete;
    TemporaryVariable& operator=(const TemporaryVariable&) = delete;

  private:
    void set(const std::optional<std::string>& value) const {
        if (value) {
            setenv(name_.c_str(), value->c_str(), 1);
        } else {
            unsetenv(name_.c_str());
        }
    }

    std::string name_;
    std::optional<std::string> before_;
};

} // namespace tangram::apps
