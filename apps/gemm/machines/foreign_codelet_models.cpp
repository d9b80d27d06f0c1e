#include "apps/gemm/machines/foreign_codelet_models.hpp"

#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/support/files.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

namespace tangram::apps {

namespace {

/// Appends what the task takes on a worker of this kind, if such workers execute it. `speed`: of products, flop/s.
void add_time(std::vector<ModelTime>& times, const CodeletTask& task, const KindOfWorker& kind, ModelDevice type,
              int device, double speed) {
    if (!kind.part && !kind.microseconds) {
        return;
    }
    const double computing = kind.part ? task.flops / (*kind.part * speed) * 1e6 : 0;
    times.push_back({type, device, kind.microseconds.value_or(0) + computing});
}

} // namespace

void write_codelet_models(const std::filesystem::path& folder, const PlatformDescription& platform,
                          const std::vector<CodeletTask>& codelets) {
    const NominalSpeeds& speeds = platform.nominal.value();
    std::map<std::string, std::vector<ModelEntry>> models;
    for (const CodeletTask& task : codelets) {
        const double factor = task.precision == Precision::single_precision ? speeds.float_factor : 1;
        ModelEntry entry{.footprint = task.footprint, .bytes = 0, .times = {}};
        add_time(entry.times, task, task.cpu, ModelDevice::cpu, 0, speeds.cpu * factor);
        int device = 0;
        for (const double gpu : speeds.gpus) {
            add_time(entry.times, task, task.gpu, ModelDevice::cuda, device++, gpu * factor);
        }
        models[task.model].push_back(entry);
    }
    for (const auto& [model, entries] : models) {
        write_text(folder / codelets_folder / fmt::format("{}.{}", model, platform.name), history_model(entries));
    }
}

} // namespace tangram::apps
