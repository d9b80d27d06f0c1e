#include "apps/gemm/machines/nominal_model.hpp"

#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/support/files.hpp"

#include <array>
#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

void write_nominal_model(const char* symbol, std::uint32_t footprint, TileShape shape, Precision precision) {
    const std::optional<PlatformDescription> platform = simulated_platform();
    if (!platform || !platform->nominal) {
        return;
    }
    const NominalSpeeds& speeds = *platform->nominal;
    const double factor = precision == Precision::single_precision ? speeds.float_factor : 1;
    const auto microseconds = [&](double flops_per_second) {
        return shape.flops() / (factor * flops_per_second) * 1e6;
    };
    std::vector<ModelTime> times{{ModelDevice::cpu, 0, microseconds(speeds.cpu)}};
    for (const double gpu : speeds.gpus) {
        times.push_back({ModelDevice::cuda, static_cast<int>(times.size()) - 1, microseconds(gpu)});
    }
    const auto elements = shape.m * shape.k + shape.k * shape.n + shape.m * shape.n;
    std::array<char, 4096> path{};
    starpu_perfmodel_get_model_path(symbol, path.data(), path.size());
    const std::size_t bytes = static_cast<std::size_t>(elements) * element_size(precision);
    write_text(path.data(), history_model({{footprint, bytes, times}}));
}

} // namespace tangram::apps
