#include "model/steady_state/depths.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tangram::model::steady_state {

namespace {

class Search {
  public:
    Search(const Problem& problem, const Counts& counts) : problem_(problem), counts_(counts) {
        const TaskTree& tree = problem.tree;
        found_.of_task.assign(problem.platform.processors.size(), std::vector<std::size_t>(tree.tasks.size()));
        found_.of_sent.assign(problem.platform.links.size(), std::vector<std::size_t>(tree.files.size()));
    }

    Depths run() {
        for (const std::size_t file : files_in_order(problem_.tree)) {
            set_readers(file, buffers(file));
        }
        return std::move(found_);
    }

  private:
    /// By processor, the depth of the activities that take the file there.
    [[nodiscard]] std::vector<std::size_t> buffers(std::size_t file) const {
        std::vector<std::size_t> depth = fed_by_tasks(file);
        for (std::size_t hops = 0; hops < depth.size(); ++hops) {
            if (!lengthen(file, depth)) {
                return depth;
            }
        }
        throw InvalidInput(fmt::format("{} is sent in a circle: rates must be without circulations",
                                       printable(name_of(problem_.tree, problem_.tree.files[file]))));
    }

    [[nodiscard]] std::vector<std::size_t> fed_by_tasks(std::size_t file) const {
        std::vector<std::size_t> depth(problem_.platform.processors.size());
        const File& made = problem_.tree.files[file];
        for (std::size_t p = 0; p < depth.size() && !made.is_input(); ++p) {
            if (counts_.computed[p][made.from] > 0) {
                depth[p] = found_.of_task[p][made.from] + 1;
            }
        }
        return depth;
    }

    /// Chains by a hop more. Whether any became longer.
    bool lengthen(std::size_t file, std::vector<std::size_t>& depth) const {
        const std::vector<Link>& links = problem_.platform.links;
        bool changed = false;
        for (std::size_t l = 0; l < links.size(); ++l) {
            const std::size_t through = depth[links[l].from] + 1;
            if (counts_.sent[l][file] > 0 && through > depth[links[l].to]) {
                depth[links[l].to] = through;
                changed = true;
            }
        }
        return changed;
    }

    void set_readers(std::size_t file, const std::vector<std::size_t>& depth) {
        const File& read = problem_.tree.files[file];
        const std::vector<Link>& links = problem_.platform.links;
        for (std::size_t l = 0; l < links.size(); ++l) {
            if (counts_.sent[l][file] > 0) {
                set(found_.of_sent[l][file], depth[links[l].from]);
            }
        }
        for (std::size_t p = 0; p < depth.size() && !read.is_output(); ++p) {
            if (counts_.computed[p][read.to] > 0) {
                set(found_.of_task[p][read.to], depth[p]);
            }
        }
    }

    void set(std::size_t& of_activity, std::size_t depth) {
        of_activity = depth;
        found_.periods = std::max(found_.periods, depth + 1);
    }

    const Problem& problem_;
    const Counts& counts_;
    Depths found_;
};

} // namespace

Depths depths(const Problem& problem, const Counts& counts) {
    return Search(problem, counts).run();
}

} // namespace tangram::model::steady_state
