#pragma once

/// Rows and columns of tiled matrices, found from who multiplies what.
///
/// A task that reads two data and updates a third, C += A B, says that C is in a row of one of them and in a column of
/// the other: C(i,j) += A(i,k) B(k,j) in the row of A and the column of B. Which of a datum's two lines - its row or
/// its column - is meant depends on the program: A B and A B^T differ, and nobody says which it is. Each of the four
/// readings joins lines, and the right one joins least: a wrong one soon takes different rows, or columns, for one. So
/// all four are kept, and the one with the most positions (rows times columns of C) counts; of several, if a datum is A
/// in one task and B in another, the one in which the matrix is symmetric. In a Cholesky factorisation and in C += A
/// A^T row i and column i are one line, in other products and in LU they are not.
///
/// Several matrices lie beside each other: lines that no task joins are different. Needs no coordinates from programs.

#include "sched/graph/disjoint_sets.hpp"
#include "sched/graph/task_graph.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace tangram::sched::graph {

/// Where a datum lies: numbers of its row and its column, in the order in which they were found. Numbers have no gaps
/// for long: lines that turn out to be one keep the smaller number, and the next line gets the other one.
struct Position {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};

class Grid {
  public:
    /// C += A B, in this or in the other order. O(log data), amortised.
    void add_product(DataId c, DataId a, DataId b);

    /// Of a datum that products use; nothing for others.
    [[nodiscard]] std::optional<Position> position(DataId data);

    /// Of C in C += A A^T, where A's lines are known from products: on the diagonal of a symmetric matrix.
    [[nodiscard]] std::optional<Position> position_of_square(DataId a);

    /// Rows and columns of all tiles of C.
    [[nodiscard]] std::size_t rows() const { return readings_[best()].rows(); }
    [[nodiscard]] std::size_t columns() const { return readings_[best()].columns(); }

    /// Whether rows and columns are the same lines, as in a symmetric matrix.
    [[nodiscard]] bool is_symmetric() const;

  private:
    using Line = DisjointSets::Element; ///< the row of datum d is 2 d, its column 2 d + 1

    /// One way to understand products: a line of A is the row of C, a line of B its column.
    class Reading {
      public:
        Reading(bool by_column_of_a, bool by_row_of_b) : of_a_(by_column_of_a ? 1 : 0), of_b_(by_row_of_b ? 0 : 1) {}

        void add_product(DataId c, DataId a, DataId b);
        [[nodiscard]] std::size_t rows() const { return rows_; }
        [[nodiscard]] std::size_t columns() const { return columns_; }
        [[nodiscard]] std::size_t positions() const { return rows_ * columns_; }
        [[nodiscard]] bool is_symmetric() const { return both_ > 0; }
        Position position(DataId data);
        Position position_of_square(DataId a);

      private:
        static constexpr std::uint32_t unnumbered = static_cast<std::uint32_t>(-1);

        /// What is known of lines that are one. Rows have numbers of their own, and columns, but for symmetric
        /// matrices, where both have those of rows.
        struct Known {
            std::uint32_t row_number = unnumbered;
            std::uint32_t column_number = unnumbered;
            bool is_row = false; ///< of some C
            bool is_column = false;
        };

        /// Gives numbers to lines, the smallest that none has.
        class Numbers {
          public:
            /// Its number, given if it has none.
            std::uint32_t of(std::uint32_t& line);
            /// Two lines are one, with the smaller of their numbers, in `line`.
            void join(std::uint32_t& line, std::uint32_t other);

          private:
            std::set<std::uint32_t> free_; ///< below next_
            std::uint32_t next_ = 0;
        };

        void reserve(DataId data);
        void join(Line a, Line b, bool is_row);
        void count(const Known& line, std::size_t change);
        std::uint32_t row_number(Line line);
        std::uint32_t column_number(Line line);

        Line of_a_, of_b_;
        DisjointSets lines_;
        std::vector<Known> known_; ///< by root
        std::size_t rows_ = 0;     ///< of C, and columns, and lines that are both
        std::size_t columns_ = 0;
        std::size_t both_ = 0;
        Numbers row_numbers_;
        Numbers column_numbers_;
    };

    [[nodiscard]] std::size_t best() const; ///< of readings_

    std::array<Reading, 4> readings_{Reading{false, false}, Reading{false, true}, Reading{true, false},
                                     Reading{true, true}};
    /// What a datum has been in products.
    struct Roles {
        bool is_known = false;
        bool is_a = false;
        bool is_b = false;
    };
    std::vector<Roles> roles_;      ///< by datum
    bool has_both_factors_ = false; ///< some datum has been A and B
};

} // namespace tangram::sched::graph
