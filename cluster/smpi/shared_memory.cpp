#include "cluster/smpi/shared_memory.hpp"

#include <smpi/smpi.h>

namespace tangram::smpi {

std::shared_ptr<void> shared_memory(std::size_t bytes) {
    if (bytes == 0) { // which it refuses
        return nullptr;
    }
    return {smpi_shared_malloc(bytes, __FILE__, __LINE__), smpi_shared_free};
}

} // namespace tangram::smpi
