#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tangram::exchange {

/// An action throws one line with this in it, and the process is as before.
template <class Process, class Action>
void expect_broken_contract(Process& process, const std::string& line, Action action) {
    using testing::AllOf;
    using testing::HasSubstr;
    using testing::Not;
    const Process before = process;
    EXPECT_THAT([&] { action(process); },
                testing::ThrowsMessage<std::logic_error>(AllOf(HasSubstr(line), Not(HasSubstr("\n")))));
    EXPECT_TRUE(process == before) << line;
}

} // namespace tangram::exchange
