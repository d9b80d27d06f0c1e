#pragma once

/// Where symbolic links lead.

#include <filesystem>
#include <system_error>

namespace tangram {

/// Where a symbolic link leads, through others, also to what is not there yet; the path itself if it is none, or if
/// there are more links than Linux follows.
inline std::filesystem::path behind_links(std::filesystem::path path) {
    constexpr int most_links = 40; // it calls more a loop
    std::error_code no_link;
    for (int links = 0; links < most_links; ++links) {
        const std::filesystem::path next = std::filesystem::read_symlink(path, no_link);
        if (no_link) {
            break;
        }
        path = path.parent_path() / next;
    }
    return path;
}

} // namespace tangram
