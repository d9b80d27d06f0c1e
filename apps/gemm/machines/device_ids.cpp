#include "apps/gemm/machines/device_ids.hpp"

#include "apps/gemm/machines/starpu_number.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>

namespace tangram::apps {

namespace {

constexpr const char* cuda_number = "STARPU_NCUDA";
constexpr const char* cuda_list = "STARPU_WORKERS_CUDAID";
constexpr const char* opencl_number = "STARPU_NOPENCL";
constexpr const char* opencl_list = "STARPU_WORKERS_OPENCLID";

std::optional<std::vector<int>> listed(const char* variable) {
    const char* given = std::getenv(variable);
    return given == nullptr ? std::nullopt : parsed_device_ids(given);
}

/// Those that StarPU chooses from, in its order.
std::vector<int> candidates(const char* list, int count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return listed(list).value_or(all);
}

std::vector<int> first_of(std::vector<int> devices, const char* number, int count) {
    const int wanted = std::clamp(workers_asked_for(number).value_or(count), 0, count);
    devices.resize(std::min(devices.size(), static_cast<std::size_t>(wanted)));
    return devices;
}

bool has(const std::vector<int>& devices, int device) {
    return std::find(devices.begin(), devices.end(), device) != devices.end();
}

} // namespace

std::optional<std::vector<int>> parsed_device_ids(std::string_view text) {
    text = text.substr(0, text.find_last_not_of(starpu_blanks) + 1);
    if (text.ends_with(',')) {
        text.remove_suffix(1);
    }
    std::vector<int> ids;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(starpu_blanks), text.size()));
        if (text.empty()) {
            break;
        }
        const std::string_view word = text.substr(0, text.find_first_of(starpu_blanks));
        const std::optional<int> id = starpu_number<int>(word);
        if (!id || *id < 0) {
            return std::nullopt;
        }
        ids.push_back(*id);
        text.remove_prefix(word.size());
    }
    return ids.empty() ? std::nullopt : std::optional(std::move(ids));
}

std::optional<int> workers_asked_for(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr) {
        return std::nullopt;
    }
    return *value == '\0' ? 0 : starpu_number<int>(value);
}

const char* cpu_workers_variable() {
    const bool is_older = std::getenv("STARPU_NCPU") == nullptr && std::getenv("STARPU_NCPUS") != nullptr;
    return is_older ? "STARPU_NCPUS" : "STARPU_NCPU";
}

std::vector<int> cuda_devices_to_start(int count) {
    return first_of(candidates(cuda_list, count), cuda_number, count);
}

std::vector<int> opencl_devices_to_start(int count, const std::vector<int>& cuda) {
    std::vector<int> devices;
    for (const int device : candidates(opencl_list, count)) {
        if (!has(cuda, device) && !has(devices, device)) {
            devices.push_back(device);
        }
    }
    return first_of(std::move(devices), opencl_number, count);
}

std::optional<int> missing_device(const std::vector<int>& devices, int count) {
    const auto missing = std::find_if(devices.begin(), devices.end(), [&](int device) { return device >= count; });
    return missing == devices.end() ? std::nullopt : std::optional(*missing);
}

void check_cuda_list(int count) {
    const std::optional<std::vector<int>> list = listed(cuda_list);
    if (!list) {
        return;
    }
    const std::vector<int> devices = cuda_devices_to_start(count);
    for (const int device : devices) {
        if (std::count(devices.begin(), devices.end(), device) > 1) {
            throw InvalidInput(fmt::format("{} has device {} more than once", cuda_list, device));
        }
    }
    if (const int asked = workers_asked_for(cuda_number).value_or(0); std::min(asked, count) > std::ssize(*list)) {
        throw InvalidInput(fmt::format("{} is {}, but {} has {} devices", cuda_number, asked, cuda_list, list->size()));
    }
}

} // namespace tangram::apps
