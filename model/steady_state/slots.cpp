#include "model/steady_state/slots.hpp"

#include "model/steady_state/matchings.hpp"

#include <algorithm>
#include <utility>

namespace tangram::model::steady_state {

namespace {

/// What a one-port link has yet to send, in this order.
class Queue {
  public:
    Queue(const TaskTree& tree, const Link& link, const std::vector<Integer>& sent) : tree_(tree), c_(link.c) {
        for (std::size_t file = 0; file < sent.size(); ++file) {
            if (sent[file] > 0) {
                loads_.push_back({file, sent[file]});
            }
        }
        std::stable_partition(loads_.begin(), loads_.end(),
                              [&](const Load& load) { return tree.files[load.file].data == 0; });
    }

    [[nodiscard]] bool is_empty() const { return next_ == loads_.size(); }

    [[nodiscard]] Rational time() const {
        Rational sum;
        for (const Load& load : loads_) {
            sum += load.count * time_of(load.file);
        }
        return sum;
    }

    /// What goes next, for so long. The last file may be cut.
    std::vector<Load> take(Rational time) {
        std::vector<Load> taken;
        for (; next_ < loads_.size(); ++next_) {
            auto& [file, left] = loads_[next_];
            const Rational each = time_of(file);
            const Rational count = each == 0 ? left : std::min<Rational>(left, time / each);
            if (count > 0) {
                taken.push_back({file, count});
            }
            time -= count * each;
            left -= count;
            if (left > 0) {
                break;
            }
        }
        return taken;
    }

  private:
    [[nodiscard]] Rational time_of(std::size_t file) const { return tree_.files[file].data * c_; }

    const TaskTree& tree_;
    Rational c_;
    std::vector<Load> loads_;
    std::size_t next_ = 0;
};

std::vector<Slot> one_port_slots(const Problem& problem, const std::vector<std::vector<Integer>>& sent) {
    std::vector<Queue> queues;
    std::vector<std::size_t> links; ///< of the queues
    std::vector<Weight> weights;    ///< of the first queues
    std::vector<Slot> slots;
    for (std::size_t l = 0; l < sent.size(); ++l) {
        const Link& link = problem.platform.links[l];
        Queue queue(problem.tree, link, sent[l]);
        if (!link.is_one_port() || queue.is_empty()) {
            continue;
        }
        if (const Rational time = queue.time(); time > 0) {
            weights.push_back({link.from, link.to, time});
            links.push_back(l);
            queues.push_back(std::move(queue));
        } else {
            slots.push_back({0, {{l, queue.take(0)}}});
        }
    }
    for (const auto& [length, indices] : matchings(problem.platform.processors.size(), weights)) {
        Slot& slot = slots.emplace_back(Slot{length, {}});
        for (const std::size_t index : indices) {
            slot.transfers.push_back({links[index], queues[index].take(length)});
        }
    }
    return slots;
}

/// A part of what a link sends.
Transfer part_of(std::size_t link, const std::vector<Integer>& sent, const Rational& part) {
    Transfer transfer{link, {}};
    for (std::size_t file = 0; file < sent.size(); ++file) {
        if (sent[file] > 0) {
            transfer.loads.push_back({file, sent[file] * part});
        }
    }
    return transfer;
}

/// Adds the links that are not one-port.
void spread_others(const Problem& problem, const Rational& period, const std::vector<std::vector<Integer>>& sent,
                   std::vector<Slot>& slots) {
    std::vector<std::size_t> others;
    for (std::size_t l = 0; l < sent.size(); ++l) {
        const bool sends = std::any_of(sent[l].begin(), sent[l].end(), [](const Integer& count) { return count > 0; });
        if (sends && !problem.platform.links[l].is_one_port()) {
            others.push_back(l);
        }
    }
    if (others.empty()) {
        return;
    }
    Rational left = period;
    for (const Slot& slot : slots) {
        left -= slot.length;
    }
    if (left > 0) {
        slots.push_back({left, {}});
    }
    for (Slot& slot : slots) {
        for (std::size_t o = 0; o < others.size() && slot.length > 0; ++o) {
            slot.transfers.push_back(part_of(others[o], sent[others[o]], slot.length / period));
        }
    }
}

} // namespace

std::vector<Slot> slots_of(const Problem& problem, const Rational& period,
                           const std::vector<std::vector<Integer>>& sent) {
    std::vector<Slot> slots = one_port_slots(problem, sent);
    spread_others(problem, period, sent, slots);
    return slots;
}

} // namespace tangram::model::steady_state
