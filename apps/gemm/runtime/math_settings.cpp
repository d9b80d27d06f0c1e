#include "apps/gemm/runtime/math_settings.hpp"

#include <string_view>

#include <unistd.h>

namespace tangram::apps {

std::map<std::string, std::string> math_settings() {
    std::map<std::string, std::string> settings;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view setting = *entry;
        const std::size_t sign = setting.find('=');
        const std::string_view name = setting.substr(0, sign);
        if (sign != std::string_view::npos && (name == "NVIDIA_TF32_OVERRIDE" || name.starts_with("CUBLAS_"))) {
            settings.emplace(name, setting.substr(sign + 1));
        }
    }
    return settings;
}

} // namespace tangram::apps
