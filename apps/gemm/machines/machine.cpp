#include "apps/gemm/machines/machine.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <optional>

#include <unistd.h>

namespace tangram::apps {

CpuGroups CpuGroups::from_string(const std::string& text) {
    if (text == "core") {
        return {Kind::core, 0};
    }
    if (text == "socket") {
        return {Kind::socket, 0};
    }
    const std::optional<unsigned> number = parsed<unsigned>(text);
    if (!number || *number == 0) {
        throw InvalidInput(
            fmt::format("CPU groups are '{}': expected core, socket or a positive number", excerpt(text)));
    }
    return {Kind::number, *number};
}

std::string platform_name() {
    if (const char* variable = std::getenv("STARPU_HOSTNAME"); variable != nullptr && *variable != '\0') {
        return variable;
    }
    std::array<char, 256> name{};
    const std::string host = gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
    return host.substr(0, host.find('.')); // as StarPU does
}

} // namespace tangram::apps
