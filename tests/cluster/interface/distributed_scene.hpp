#pragma once

/// Matrices of a test that are dealt out to the processes of MPI, and what their product must be: all processes have
/// all elements, and compute their own tiles of C once more by themselves.

#include "base/dice.hpp"
#include "cluster/interface/block_cyclic.hpp"
#include "cluster/interface/distributed_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tangram::cluster {

/// Column-major, the same on all processes.
template <class T> struct Elements {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<T> values{};

    [[nodiscard]] T at(std::int64_t i, std::int64_t j) const { return values[static_cast<std::size_t>(i + j * rows)]; }
    [[nodiscard]] T op(Transpose transpose, std::int64_t i, std::int64_t j) const {
        return transpose == Transpose::no ? at(i, j) : at(j, i);
    }
};

template <class T> Elements<T> drawn_elements(Dice& dice, std::int64_t rows, std::int64_t columns) {
    Elements<T> elements{rows, columns};
    for (std::int64_t n = 0; n < rows * columns; ++n) {
        elements.values.push_back(static_cast<T>(2 * dice.unit() - 1));
    }
    return elements;
}

/// A process's part of a matrix.
template <class T> class Part {
  public:
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    virtual ~Part() = default;

    [[nodiscard]] const DistributedMatrix<T>& matrix() const { return matrix_; }

    /// Whether memory between the tiles is as it was.
    [[nodiscard]] virtual bool is_guarded() const = 0;

    template <class Tell> void for_each_own(std::size_t me, const Tell& tell) const {
        for (std::int64_t i = 0; i * matrix_.tile < matrix_.rows; ++i) {
            for (std::int64_t j = 0; j * matrix_.tile < matrix_.columns; ++j) {
                if (matrix_.owner(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) == me) {
                    tell(i * matrix_.tile, j * matrix_.tile,
                         matrix_.at(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
                }
            }
        }
    }

    void set(std::size_t me, const Elements<T>& elements) {
        for_each_own(me, [&](std::int64_t row, std::int64_t column, apps::MatrixView<T> tile) {
            for (std::int64_t j = 0; j < tile.columns; ++j) {
                for (std::int64_t i = 0; i < tile.rows; ++i) {
                    tile(i, j) = elements.at(row + i, column + j);
                }
            }
        });
    }

  protected:
    Part() = default;
    static constexpr T guard = 12345;

    DistributedMatrix<T> matrix_{};
};

/// As ScaLAPACK has it, with a row more than it needs, which nobody may touch.
template <class T> class BlockCyclicPart final : public Part<T> {
  public:
    BlockCyclicPart(const BlockCyclic& matrix, std::size_t me)
        : ld_(matrix.part_rows(me) + 1), columns_(matrix.part_columns(me)),
          elements_(static_cast<std::size_t>(ld_ * columns_), this->guard) {
        this->matrix_ = matrix.matrix(me, elements_.data(), ld_);
    }
    [[nodiscard]] bool is_guarded() const override {
        for (std::int64_t column = 1; column <= columns_; ++column) {
            if (elements_[static_cast<std::size_t>(column * ld_ - 1)] != this->guard) {
                return false;
            }
        }
        return true;
    }

  private:
    std::int64_t ld_;
    std::int64_t columns_;
    std::vector<T> elements_;
};

/// Each tile with an owner of its own, in memory of its own.
template <class T> class ScatteredPart final : public Part<T> {
  public:
    ScatteredPart(Dice& dice, std::int64_t rows, std::int64_t columns, std::int64_t tile, std::size_t processes) {
        const std::int64_t tile_columns = (columns + tile - 1) / tile;
        for (std::int64_t i = 0; i * tile < rows; ++i) {
            for (std::int64_t j = 0; j < tile_columns; ++j) {
                owners_.push_back(dice.below(processes));
                tiles_.emplace_back(static_cast<std::size_t>(tile * tile + 1), this->guard);
            }
        }
        const auto index = [tile_columns](std::size_t i, std::size_t j) {
            return i * static_cast<std::size_t>(tile_columns) + j;
        };
        const auto length = [tile](std::int64_t size, std::size_t number) {
            return std::min(tile, size - static_cast<std::int64_t>(number) * tile);
        };
        this->matrix_ = {
            rows, columns, tile, [this, index](std::size_t i, std::size_t j) { return owners_[index(i, j)]; },
            [this, index, length, rows, columns](std::size_t i, std::size_t j) {
                const std::int64_t own_rows = length(rows, i);
                return apps::MatrixView<T>{tiles_[index(i, j)].data(), own_rows, length(columns, j), own_rows};
            }};
    }
    [[nodiscard]] bool is_guarded() const override {
        return std::all_of(tiles_.begin(), tiles_.end(),
                           [this](const std::vector<T>& tile) { return tile.back() == this->guard; });
    }

  private:
    std::vector<std::size_t> owners_;
    std::vector<std::vector<T>> tiles_;
};

/// A product and its matrices.
template <class T> struct ProductScene {
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    T alpha = 1;
    T beta = 0;
    Elements<T> a{}, b{}, c{};

    [[nodiscard]] std::int64_t depth() const { return transa == Transpose::no ? a.columns : a.rows; }

    /// The largest error of this process's elements of C, in units of what rounding may make of it: below 1 if C is
    /// right (Higham 2002, section 3.5).
    [[nodiscard]] double error(const Part<T>& result, std::size_t me) const {
        double worst = 0;
        result.for_each_own(me, [&](std::int64_t row, std::int64_t column, apps::MatrixView<T> tile) {
            for (std::int64_t j = 0; j < tile.columns; ++j) {
                for (std::int64_t i = 0; i < tile.rows; ++i) {
                    worst = std::max(worst, error_of(row + i, column + j, tile(i, j)));
                }
            }
        });
        return worst;
    }

  private:
    [[nodiscard]] double error_of(std::int64_t i, std::int64_t j, T computed) const {
        long double sum = 0;
        long double absolute = 0;
        const auto add = [&](long double term) {
            sum += term;
            absolute += term < 0 ? -term : term;
        };
        for (std::int64_t k = 0; k < depth() && alpha != T{0}; ++k) {
            add(static_cast<long double>(alpha) * a.op(transa, i, k) * b.op(transb, k, j));
        }
        if (beta != T{0}) {
            add(static_cast<long double>(beta) * c.at(i, j));
        }
        if (std::isnan(computed)) {
            return std::numeric_limits<double>::infinity();
        }
        const long double off = computed - sum;
        const long double allowed =
            static_cast<long double>(depth() + 4) * std::numeric_limits<T>::epsilon() * absolute;
        return off == 0 ? 0 : static_cast<double>((off < 0 ? -off : off) / allowed);
    }
};

} // namespace tangram::cluster
