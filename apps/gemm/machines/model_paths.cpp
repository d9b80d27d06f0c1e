#include "apps/gemm/machines/model_paths.hpp"

#include "apps/gemm/kernels/codelets.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace tangram::apps {

namespace {

/// What StarPU writes behind the folder's name at most: .../bus/MACHINE.KIND, .../codelets/45/SYMBOL.MACHINE
/// (perfmodel_bus.c, perfmodel_history.c).
std::size_t longest_end(std::string_view machine) {
    constexpr unsigned many_cores = 9999;
    const std::string link = fmt::format("//bus/{}.platform.v4.xml", machine);
    const std::string model =
        fmt::format("//{}//{}.{}", codelets_folder, model_symbol(Precision::double_precision, many_cores), machine);
    return std::max(link.size(), model.size());
}

} // namespace

void check_model_paths(const FolderSource& source, std::string_view folder, std::string_view machine) {
    constexpr std::size_t most = 255; // PATH_LENGTH, STR_LONG_LENGTH, _PERF_MODEL_DIR_MAXLEN, without the end
    const std::size_t length = folder.size() + longest_end(machine);
    if (length > most) {
        const std::size_t excess = std::min(length - most, source.value.size());
        throw InvalidInput(fmt::format("{} is '{}', a name of {} characters: expected at most {}, as StarPU keeps its "
                                       "performance models there and cuts off longer names of files",
                                       source.variable, excerpt(source.value), source.value.size(),
                                       source.value.size() - excess));
    }
}

} // namespace tangram::apps
