#include "cluster/gemm/owned_tiles.hpp"

#include "apps/gemm/support/random.hpp"

#include <algorithm>
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
    const std::int64_t all = elements(is_owned);
    T* next = nullptr;
    if (allocate) {
        given_ = allocate(static_cast<std::size_t>(all) * sizeof(T));
        next = static_cast<T*>(given_.get());
    } else {
        memory_ = apps::Matrix<T>(all, 1);
        next = memory_.data();
    }
    for (std::int64_t i = 0; i < shape.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape.columns.count(); ++j) {
            tiles_.emplace_back();
            if (is_owned(i, j)) {
                tiles_.back() = placed(i, j, next);
            }
        }
    }
}

template <class T>
OwnedTiles<T>::OwnedTiles(const TiledShape& shape,
                          const std::function<std::optional<apps::MatrixView<T>>(std::int64_t, std::int64_t)>& place)
    : shape_(shape) {
    for (std::int64_t i = 0; i < shape.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape.columns.count(); ++j) {
            tiles_.push_back(place(i, j));
        }
    }
}

template <class T>
OwnedTiles<T>::OwnedTiles(OwnedTiles& before, const std::function<bool(std::int64_t, std::int64_t)>& is_owned)
    : shape_(before.shape_),
      memory_(elements([&](std::int64_t i, std::int64_t j) { return is_owned(i, j) && !before.tile(i, j); }), 1) {
    T* next = memory_.data();
    for (std::int64_t i = 0; i < shape_.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape_.columns.count(); ++j) {
            tiles_.emplace_back();
            if (is_owned(i, j)) {
                const std::optional<apps::MatrixView<T>> here = before.tile(i, j);
                tiles_.back() = here ? *here : placed(i, j, next);
            }
        }
    }
}

template <class T>
std::int64_t OwnedTiles<T>::elements(const std::function<bool(std::int64_t, std::int64_t)>& counts) const {
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < shape_.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape_.columns.count(); ++j) {
            sum += counts(i, j) ? shape_.rows.length(i) * shape_.columns.length(j) : 0;
        }
    }
    return sum;
}

template <class T> apps::MatrixView<T> OwnedTiles<T>::placed(std::int64_t i, std::int64_t j, T*& next) const {
    const StoredPlace place = stored_place(shape_, i, j);
    return {std::exchange(next, next + place.rows * place.columns), place.rows, place.columns, place.rows};
}

template <class T> std::optional<apps::MatrixView<T>> OwnedTiles<T>::tile(std::int64_t i, std::int64_t j) {
    return tiles_[index(i, j)];
}

template <class T> std::optional<apps::MatrixView<const T>> OwnedTiles<T>::tile(std::int64_t i, std::int64_t j) const {
    const std::optional<apps::MatrixView<T>>& own = tiles_[index(i, j)];
    return own ? std::optional(apps::MatrixView<const T>{own->data, own->rows, own->columns, own->ld}) : std::nullopt;
}

template <class T> void OwnedTiles<T>::fill(T value) {
    for (const std::optional<apps::MatrixView<T>>& tile : tiles_) {
        for (std::int64_t column = 0; tile && column < tile->columns; ++column) {
            std::fill_n(&(*tile)(0, column), tile->rows, value);
        }
    }
}

template <class T> void OwnedTiles<T>::copy_from(const OwnedTiles& other) {
    for (std::size_t n = 0; n < tiles_.size(); ++n) {
        const std::optional<apps::MatrixView<T>>& to = tiles_[n];
        for (std::int64_t column = 0; to && column < to->columns; ++column) {
            std::copy_n(&(*other.tiles_[n])(0, column), to->rows, &(*to)(0, column));
        }
    }
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
