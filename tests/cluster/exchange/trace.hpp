#pragma once

/// What happened, in lines for people.

#include "message_text.hpp"
#include "world.hpp"

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace tangram::exchange {

/// "process 1 receives end from 0": of a step that the world has not taken yet.
template <class Process> std::string text_of(const World<Process>& world, const Step& step) {
    switch (step.action) {
    case Action::decide: return fmt::format("process {} wants a decision", step.process);
    case Action::deliver: {
        const Message& message = world.network().channel(step.from, step.process).front();
        return fmt::format("process {} receives {} from {}", step.process, text_of(message), step.from);
    }
    case Action::change: return fmt::format("process {} changes its load", step.process);
    case Action::end_mastership: return fmt::format("process {} will decide nothing any more", step.process);
    case Action::begin_task: return fmt::format("process {} begins a slave's task", step.process);
    case Action::end_task: return fmt::format("process {} ends a slave's task", step.process);
    }
    throw std::logic_error("no such action");
}

/// One line for each step, and what each process sends then. The last step may break a promise, or a contract.
template <class Process> std::vector<std::string> trace(World<Process> world, const std::vector<Step>& steps) {
    std::vector<std::string> lines;
    for (const Step& step : steps) {
        std::string line = text_of(world, step);
        try {
            world.act(step);
            if (step.slaves) {
                line += ", decides";
                world.select(step.process, *step.slaves);
            }
        } catch (const std::exception&) {
            line += ", wrongly";
        }
        for (const Envelope& envelope : world.sent()) {
            line += fmt::format("; {} to {}", text_of(envelope.message), envelope.to);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace tangram::exchange
