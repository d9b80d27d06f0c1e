#include "apps/gemm/support/scratch_folder.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <system_error>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

fs::path make_folder() {
    std::error_code error;
    const char* given = std::getenv("TMPDIR");
    const fs::path parent = given != nullptr && *given == '\0' ? "/tmp" : fs::temp_directory_path(error);
    if (error) {
        throw InvalidInput("TMPDIR does not name a folder");
    }
    std::string pattern = (parent / "tangram-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw RunFailure(fmt::format("cannot make a folder in {} (TMPDIR)", parent.string()));
    }
    return pattern;
}

} // namespace

ScratchFolder::ScratchFolder() : path_(make_folder()) {
    try {
        remover_.emplace(path_);
    } catch (const RunFailure&) {
        std::error_code ignored; // an empty folder that stays behind in /tmp harms nobody
        fs::remove(path_, ignored);
        throw;
    }
}

} // namespace tangram::apps
