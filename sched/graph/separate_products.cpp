#include "sched/graph/separate_products.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

SeparateProducts::SeparateProducts(std::vector<Node> accelerators)
    : accelerators_(std::move(accelerators)), load_(accelerators_.empty() ? 0 : accelerators_.back() + 1, 0) {}

void SeparateProducts::set_whole(Product& product, bool is_whole) {
    if (product.is_whole && !is_whole) {
        load_[*product.owner] -= product.tasks;
    } else if (!product.is_whole && is_whole) {
        load_[*product.owner] += product.tasks;
    }
    product.is_whole = is_whole;
}

/// What turns out to be one product has the owner of the one with more data.
void SeparateProducts::join(DataId a, DataId b) {
    const auto [root, other] = sets_.join(sets_.find(a), sets_.find(b));
    if (root == other) {
        return;
    }
    Product& product = products_[root];
    Product& joined = products_[other];
    const bool is_whole = product.is_whole;
    set_whole(product, false);
    set_whole(joined, false);
    dealt_ -= product.is_counted && joined.is_counted ? 1 : 0;
    under_way_ -= product.left > 0 && joined.left > 0 ? 1 : 0;
    product.tasks += joined.tasks;
    product.left += joined.left;
    product.is_counted = product.is_counted || joined.is_counted;
    product.owner = product.owner ? product.owner : joined.owner;
    product.others.push_back(other);
    product.others.insert(product.others.end(), joined.others.begin(), joined.others.end());
    set_whole(product, is_whole);
}

void SeparateProducts::submitted(DataId c, DataId a, DataId b, const UpdateKernel& update) {
    sets_.grow(std::size_t{std::max({a, b, c})} + 1);
    products_.resize(sets_.count());
    join(c, a);
    join(c, b);
    Product& product = products_[sets_.find(c)];
    const bool is_whole = product.is_whole;
    set_whole(product, false);
    under_way_ += product.left++ == 0 ? 1 : 0;
    ++product.tasks;
    ++tasks_;
    ++new_tasks_;
    set_whole(product, is_whole && fits(product, *product.owner, update));
}

void SeparateProducts::executed(DataId c) {
    if (c >= sets_.count()) {
        return;
    }
    const DataId root = sets_.find(c);
    if (products_[root].left > 0 && --products_[root].left == 0) {
        end(root);
    }
}

/// Its data remember the owner, as they are there if the product is repeated.
void SeparateProducts::end(DataId root) {
    set_whole(products_[root], false);
    --under_way_;
    tasks_ -= products_[root].tasks;
    const std::optional<Node> owner = products_[root].owner;
    std::vector<DataId> data = std::move(products_[root].others);
    data.push_back(root);
    sets_.split(data);
    for (const DataId datum : data) {
        products_[datum] = {};
        products_[datum].owner = owner;
    }
}

Node SeparateProducts::poorest(const UpdateKernel& update) const {
    const auto seconds = [&](Node node) { return static_cast<double>(load_[node] + 1) * update.seconds_on(node); };
    return *std::min_element(accelerators_.begin(), accelerators_.end(),
                             [&](Node a, Node b) { return seconds(a) < seconds(b); });
}

/// Whether a product that is not whole leaves the node with no more than about its part: thefts balance the rest.
bool SeparateProducts::fits(const Product& product, Node node, const UpdateKernel& update) const {
    constexpr double most = 1.25; // of its part
    double rate = 0;
    for (const Node accelerator : accelerators_) {
        rate += 1 / update.seconds_on(accelerator);
    }
    const double seconds = static_cast<double>(load_[node] + product.tasks) * update.seconds_on(node);
    return seconds <= most * static_cast<double>(tasks_) / rate;
}

/// Its last owner is the first choice: data of a product that is repeated are there.
std::optional<Node> SeparateProducts::owner(DataId data, const UpdateKernel& update) {
    if (!are_several() || data >= sets_.count()) {
        return std::nullopt;
    }
    Product& product = products_[sets_.find(data)];
    if (!product.is_whole && product.tasks > 0) {
        const Node other = poorest(update);
        for (const Node node : {product.owner.value_or(other), other}) {
            if (!product.is_whole && fits(product, node, update)) {
                dealt_ += product.owner ? 0 : 1;
                product.is_counted = product.is_counted || !product.owner;
                product.owner = node;
                set_whole(product, true);
            }
        }
    }
    return product.is_whole ? product.owner : std::nullopt;
}

bool SeparateProducts::have_grown(std::size_t ready) {
    constexpr std::size_t part = 8;
    if (new_tasks_ == 0 || part * new_tasks_ < std::max(tasks_, ready)) {
        return false;
    }
    new_tasks_ = 0;
    return true;
}

} // namespace tangram::sched::graph
