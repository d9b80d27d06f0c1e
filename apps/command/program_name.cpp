#include "apps/command/output.hpp"

namespace tangram::apps {

std::string_view program_name() {
    return TANGRAM_PROGRAM;
}

} // namespace tangram::apps
