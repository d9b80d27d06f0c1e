#include "cluster/gemm/owned_tiles.hpp"

#include "apps/gemm/support/random.hpp"

#include <utility>

namespace tangram::cluster {

StoredPlace stored_place(const TiledShape& shape, std::int64_t i, std::int64_t j) {
    if (shape.transpose == Transpose::no) {
        return {shape.rows.begin(i), shape.columns.begin(j), shape.rows.length(i), shape.columns.length(j)};
    }
    return {shape.columns.begin(j), shape.rows.begin(i), shape.columns.length(j), shape.rows.length(i)};
}

template <class T>
OwnedTiles<T>::OwnedTiles(const TiledShape& shape, const std::function<bool(std::int64_t, std::int64_t)>& is_owned,
                          const Allocate& allocate)
    : shape_(shape) {
    std::int64_t elements = 0;
    for (std::int64_t i = 0; i < shape.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape.columns.count(); ++j) {
            offsets_.emplace_back();
            if (is_owned(i, j)) {
                offsets_.back() = static_cast<std::size_t>(elements);
                elements += shape.rows.length(i) * shape.columns.length(j);
            }
        }
    }
    if (allocate) {
        given_ = allocate(static_cast<std::size_t>(elements) * sizeof(T));
        first_ = static_cast<T*>(given_.get());
    } else {
        memory_ = apps::Matrix<T>(elements, 1);
        first_ = memory_.data();
    }
}

template <class T> std::optional<apps::MatrixView<T>> OwnedTiles<T>::tile(std::int64_t i, std::int64_t j) {
    const auto own = std::as_const(*this).tile(i, j);
    if (!own) {
        return std::nullopt;
    }
    return apps::MatrixView<T>{const_cast<T*>(own->data), own->rows, own->columns, own->ld};
}

template <class T> std::optional<apps::MatrixView<const T>> OwnedTiles<T>::tile(std::int64_t i, std::int64_t j) const {
    const std::optional<std::size_t> offset = offsets_[index(i, j)];
    if (!offset) {
        return std::nullopt;
    }
    const StoredPlace place = stored_place(shape_, i, j);
    return apps::MatrixView<const T>{first_ + *offset, place.rows, place.columns, place.rows};
}

template <class T> void
OwnedTiles<T>::for_each(const std::function<void(std::int64_t, std::int64_t, apps::MatrixView<const T>)>& tell) const {
    for (std::int64_t i = 0; i < shape_.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape_.columns.count(); ++j) {
            if (const std::optional<apps::MatrixView<const T>> own = tile(i, j)) {
                tell(i, j, shape_.transpose == Transpose::no ? *own : apps::transposed(*own));
            }
        }
    }
}

template <class T>
void OwnedTiles<T>::for_each_stored(const std::function<void(const StoredPlace&, apps::MatrixView<T>)>& tell) {
    for (std::int64_t i = 0; i < shape_.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape_.columns.count(); ++j) {
            if (const std::optional<apps::MatrixView<T>> own = tile(i, j)) {
                tell(stored_place(shape_, i, j), *own);
            }
        }
    }
}

template <class T> void
OwnedTiles<T>::for_each_stored(const std::function<void(const StoredPlace&, apps::MatrixView<const T>)>& tell) const {
    for_each([&](std::int64_t i, std::int64_t j, apps::MatrixView<const T> op) {
        tell(stored_place(shape_, i, j), shape_.transpose == Transpose::no ? op : apps::transposed(op));
    });
}

template <class T> void OwnedTiles<T>::fill_random(std::uint64_t seed) {
    const std::int64_t ld = shape_.stored_rows();
    for_each_stored([&](const StoredPlace& place, apps::MatrixView<T> own) {
#pragma omp parallel for schedule(static)
        for (std::int64_t column = 0; column < own.columns; ++column) {
            for (std::int64_t row = 0; row < own.rows; ++row) {
                const std::int64_t position = place.row + row + (place.column + column) * ld;
                own(row, column) = apps::random_uniform<T>(seed, static_cast<std::uint64_t>(position));
            }
        }
    });
}

template class OwnedTiles<float>;
template class OwnedTiles<double>;

} // namespace tangram::cluster
