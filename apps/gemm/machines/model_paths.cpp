#include "apps/gemm/machines/model_paths.hpp"

#include "apps/gemm/kernels/codelets.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace tangram::apps {

ModelFolder model_folder() {
    if (const char* folder = std::getenv("STARPU_PERF_MODEL_DIR")) {
        return {"STARPU_PERF_MODEL_DIR", folder, folder};
    }
    for (const char* variable : {"XDG_CACHE_HOME", "STARPU_HOME", "HOME", "TMPDIR", "TEMP", "TMP"}) {
        if (const char* home = std::getenv(variable)) {
            return {variable, home, fmt::format("{}/.starpu/sampling", home)};
        }
    }
    return {"TMPDIR", "", "/tmp/.starpu/sampling"};
}

bool can_be_in_file_name(std::string_view name) {
    return !name.empty() && name.find('/') == std::string_view::npos;
}

void check_model_paths(const ModelFolder& folder, std::string_view machine) {
    constexpr std::size_t most = 255; // STR_LONG_LENGTH in perfmodel_history.c, without the end
    // The longest of its names; those in bus/ are shorter.
    const std::string model = fmt::format("{}//{}//{}.{}", folder.path, codelets_folder,
                                          model_symbol(Precision::double_precision, 1), machine);
    if (model.size() > most) {
        const std::size_t length = folder.value.size();
        throw InvalidInput(fmt::format("{} is '{}', a name of {} characters: expected at most {}, as StarPU keeps its "
                                       "performance models there and cuts off longer names of files",
                                       folder.variable, excerpt(folder.value), length,
                                       length - std::min(model.size() - most, length)));
    }
}

} // namespace tangram::apps
