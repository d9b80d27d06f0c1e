#include "cluster/fronts/analysis.hpp"

#include "base/error.hpp"
#include "cluster/fronts/elimination_tree.hpp"
#include "cluster/fronts/nested_dissection.hpp"

#include <algorithm>
#include <utility>

namespace tangram::fronts {

namespace {

/// Fronts are supernodes. The parent is the one that eliminates the first row of the contribution block.
AssemblyTree assembly_tree(const std::vector<Supernode>& nodes, const std::vector<Index>& parent) {
    const auto starts_after = [](Index column, const Supernode& node) { return column < node.first; };
    AssemblyTree tree;
    std::vector<std::vector<FrontId>> children(nodes.size());
    for (FrontId front = 0; front < nodes.size(); ++front) {
        const Supernode& node = nodes[front];
        const Index above = parent[node.first + node.pivots - 1];
        if (above >= 0) {
            const auto after = std::upper_bound(nodes.begin(), nodes.end(), above, starts_after);
            children[after - nodes.begin() - 1].push_back(front);
        }
        add_front(tree, node.pivots, node.order, std::move(children[front]));
    }
    return tree;
}

/// Appends the numbers of the rows that the matrix has below the diagonal, once rows and columns are in order.
void append_rows(std::vector<Index>& rows, const SparseMatrix& matrix, Index column, const std::vector<Index>& number) {
    for (Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
        if (number[matrix.rows[k]] > number[column]) {
            rows.push_back(number[matrix.rows[k]]);
        }
    }
}

/// Rows of a front are its pivots, and below them those of the matrix and of the children's contribution blocks.
Elimination elimination_of(const SparseMatrix& matrix, const AssemblyTree& tree, std::vector<Index> permutation) {
    const std::vector<Index> number = inverse(permutation);
    Elimination elimination{std::move(permutation), {0}, {}};
    Index pivot = 0;
    for (const Front& front : tree.fronts) {
        std::vector<Index> rows;
        for (const Index end = pivot + front.pivots; pivot < end; ++pivot) {
            rows.push_back(pivot);
            append_rows(rows, matrix, elimination.permutation[pivot], number);
        }
        for (const FrontId child : front.children) {
            const std::span<const Index> contributed = elimination.rows_of(child).subspan(tree.fronts[child].pivots);
            rows.insert(rows.end(), contributed.begin(), contributed.end());
        }
        std::sort(rows.begin(), rows.end());
        elimination.rows.insert(elimination.rows.end(), rows.begin(), std::unique(rows.begin(), rows.end()));
        elimination.rows_begin.push_back(static_cast<Index>(elimination.rows.size()));
    }
    return elimination;
}

} // namespace

Analysis analyse(const SparseMatrix& matrix, const Amalgamation& amalgamation) {
    if (matrix.size < 1 || !has_symmetric_pattern(matrix)) {
        throw InvalidInput("analysis: the matrix has no row, or no symmetric pattern");
    }
    EliminationTree columns = elimination_tree(matrix, nested_dissection(matrix));
    AssemblyTree tree = assembly_tree(supernodes(columns, amalgamation), columns.parent);
    require_valid(tree); // before memory is taken for its rows
    Elimination elimination = elimination_of(matrix, tree, std::move(columns.permutation));
    return {std::move(tree), std::move(elimination)};
}

} // namespace tangram::fronts
