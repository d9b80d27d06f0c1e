#include "tests/emulated_cuda/settings.hpp"

#include "base/parsed_number.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace emulated_cuda {

namespace {

[[noreturn]] void refuse(const char* variable, std::string_view value) {
    std::fprintf(stderr, "emulated CUDA: error: %s is '%s'\n", variable, std::string(value).c_str());
    std::_Exit(2);
}

template <class T> T number(const char* variable, T otherwise) {
    const char* text = std::getenv(variable);
    if (text == nullptr) {
        return otherwise;
    }
    const std::string_view value(text);
    const std::optional<T> result = tangram::parsed<T>(value);
    if (!result || *result < 0) {
        refuse(variable, value);
    }
    return *result;
}

void read_failing(Settings& settings) {
    const char* variable = "EMULATED_CUDA_FAIL";
    const char* text = std::getenv(variable);
    if (text == nullptr) {
        return;
    }
    std::string_view value(text);
    const std::size_t colon = value.find(':');
    if (colon == std::string_view::npos) {
        refuse(variable, value);
    }
    settings.failing = value.substr(0, colon);
    value.remove_prefix(colon + 1);
    settings.goes_on_failing = value.ends_with('+');
    value.remove_suffix(settings.goes_on_failing ? 1 : 0);
    const auto first_failing = tangram::parsed<decltype(settings.first_failing)>(value);
    if (!first_failing) {
        refuse(variable, text);
    }
    settings.first_failing = *first_failing;
}

Settings read() {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    Settings settings;
    settings.devices = number("EMULATED_CUDA_DEVICES", settings.devices);
    settings.memory = number("EMULATED_CUDA_MEMORY", settings.memory / mebibyte) * mebibyte;
    settings.taken_by_others = number("EMULATED_CUDA_OTHERS", std::size_t{0}) * mebibyte;
    settings.others_come_late = number("EMULATED_CUDA_OTHERS_LATE", settings.others_come_late);
    settings.others_leave = number("EMULATED_CUDA_OTHERS_LEAVE", settings.others_leave);
    settings.delay = number("EMULATED_CUDA_DELAY", settings.delay);
    settings.flops = number("EMULATED_CUDA_GFLOPS", 0.0) * 1e9;
    settings.link = number("EMULATED_CUDA_LINK", settings.link * 1e-9) * 1e9;
    settings.peer = number("EMULATED_CUDA_PEER", settings.peer * 1e-9) * 1e9;
    settings.slowdown = number("EMULATED_CUDA_SLOWDOWN", settings.slowdown);
    read_failing(settings);
    return settings;
}

} // namespace

const Settings& settings() {
    static const auto* const once = new Settings(read()); // streams may work until the program has ended
    return *once;
}

} // namespace emulated_cuda
