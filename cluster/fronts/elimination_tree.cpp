#include "cluster/fronts/elimination_tree.hpp"

#include <cs.h>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace tangram::fronts {

namespace {

static_assert(std::is_same_v<cs_long_t, Index>); // of the functions with _dl_ in their names

struct Release {
    void operator()(Index* indices) const { cs_dl_free(indices); }
    void operator()(cs_dl* matrix) const { cs_dl_spfree(matrix); }
};

/// What CXSparse allocated. It returns no pointer if memory is short; no other error can happen here.
template <typename Object> std::unique_ptr<Object, Release> owned(Object* object) {
    if (object == nullptr) {
        throw std::bad_alloc();
    }
    return std::unique_ptr<Object, Release>(object);
}

std::vector<Index> copied(Index* indices, std::size_t count) {
    const auto owner = owned(indices);
    return {owner.get(), owner.get() + count};
}

/// CXSparse takes pointers to what may change, but changes nothing.
cs_dl pattern_of(const SparseMatrix& matrix) {
    cs_dl view{};
    view.nzmax = static_cast<Index>(matrix.rows.size());
    view.m = matrix.size;
    view.n = matrix.size;
    view.p = const_cast<Index*>(matrix.column_begin.data());
    view.i = const_cast<Index*>(matrix.rows.data());
    view.nz = -1; // the mark of compressed columns
    return view;
}

/// The k-th column is the one that was order[k].
EliminationTree renumbered(const EliminationTree& tree, const std::vector<Index>& order) {
    const std::vector<Index> number = inverse(order);
    EliminationTree result;
    for (const Index column : order) {
        const Index parent = tree.parent[column];
        result.permutation.push_back(tree.permutation[column]);
        result.parent.push_back(parent < 0 ? parent : number[parent]);
        result.counts.push_back(tree.counts[column]);
    }
    return result;
}

} // namespace

EliminationTree elimination_tree(const SparseMatrix& matrix, const std::vector<Index>& permutation) {
    const std::size_t size = permutation.size();
    const cs_dl pattern = pattern_of(matrix);
    const auto permuted = owned(cs_dl_symperm(&pattern, inverse(permutation).data(), 0));
    const std::vector<Index> parent = copied(cs_dl_etree(permuted.get(), 0), size);
    const std::vector<Index> order = copied(cs_dl_post(parent.data(), matrix.size), size);
    const std::vector<Index> counts = copied(cs_dl_counts(permuted.get(), parent.data(), order.data(), 0), size);
    return renumbered({permutation, parent, counts}, order);
}

std::vector<Index> inverse(const std::vector<Index>& permutation) {
    std::vector<Index> number(permutation.size());
    for (std::size_t k = 0; k < permutation.size(); ++k) {
        number[permutation[k]] = static_cast<Index>(k);
    }
    return number;
}

} // namespace tangram::fronts
