#pragma once

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace tangram::team {

/// What a function has returned or thrown.
template <class F> class Attempt {
  public:
    explicit Attempt(const F& run) {
        try {
            if constexpr (std::is_void_v<Returned>) {
                run();
            } else {
                result_.emplace(run());
            }
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    [[nodiscard]] const std::exception_ptr& failure() const { return failure_; } ///< null if it has returned

    /// Once, if it has returned.
    [[nodiscard]] auto value() && {
        if constexpr (!std::is_void_v<Returned>) {
            return std::move(*result_);
        }
    }

  private:
    using Returned = std::invoke_result_t<const F&>;

    std::conditional_t<std::is_void_v<Returned>, std::optional<int>, std::optional<Returned>> result_;
    std::exception_ptr failure_;
};

} // namespace tangram::team
