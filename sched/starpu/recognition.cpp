#include "sched/starpu/recognition.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace tangram::sched::starpu {

namespace {

/// A tile's coordinates, if the application set them: row, column and, for auxiliary
/// tiles of C, the copy.
std::optional<std::array<std::uint32_t, 3>> coordinates(starpu_task* task, unsigned buffer) {
    std::array<int, 3> position{};
    const unsigned dimensions =
        starpu_data_get_coordinates_array(STARPU_TASK_GET_HANDLE(task, buffer), 3, position.data());
    if (dimensions < 2 || dimensions > 3 ||
        std::any_of(position.begin(), position.end(), [](int x) { return x < 0; })) {
        return std::nullopt;
    }
    return std::array{static_cast<std::uint32_t>(position[0]), static_cast<std::uint32_t>(position[1]),
                      static_cast<std::uint32_t>(position[2])};
}

std::optional<Task> as_multiply(starpu_task* task) {
    const auto a = coordinates(task, 0);
    const auto b = coordinates(task, 1);
    const auto c = coordinates(task, 2);
    if (!a || !b || !c || (*a)[0] != (*c)[0] || (*b)[1] != (*c)[1] || (*a)[1] != (*b)[0]) {
        return std::nullopt;
    }
    return Task{(*c)[0], (*c)[1], (*a)[1], task, (*c)[2], Work::multiply};
}

std::optional<Task> as_add(starpu_task* task) {
    const auto auxiliary = coordinates(task, 0);
    const auto c = coordinates(task, 1);
    if (!auxiliary || !c || (*auxiliary)[0] != (*c)[0] || (*auxiliary)[1] != (*c)[1] || (*auxiliary)[2] == 0 ||
        (*c)[2] != 0) {
        return std::nullopt;
    }
    return Task{(*c)[0], (*c)[1], 0, task, (*auxiliary)[2], Work::add};
}

} // namespace

std::optional<Task> recognised(starpu_task* task, const ProductShape& shape) {
    if (task->cl == nullptr) {
        return std::nullopt;
    }
    const unsigned buffers = STARPU_TASK_GET_NBUFFERS(task);
    const std::optional<Task> tile = buffers == 3 ? as_multiply(task) : buffers == 2 ? as_add(task) : std::nullopt;
    return tile && shape.contains(*tile) ? tile : std::nullopt;
}

bool is_addition_of_starpu(const starpu_task& task) {
    return task.name != nullptr && std::strcmp(task.name, "redux_task_between_replicates") == 0;
}

} // namespace tangram::sched::starpu
