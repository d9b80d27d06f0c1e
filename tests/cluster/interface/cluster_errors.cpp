/// What is wrong in the arguments of one process, or of all, throws on all, and the next product is as right as ever:
/// cluster_errors, under MPI.

#include "base/error.hpp"
#include "cluster/interface/cluster.hpp"

#include "tests/cluster/interface/distributed_scene.hpp"
#include "tests/cluster/interface/mpi_program.hpp"

#include <functional>

namespace tangram::cluster {

namespace {

constexpr std::int64_t size = 40;
constexpr std::int64_t tile = 8;

/// A, B and C of 40 x 40 in tiles of 8, on a grid of one row of processes.
class Scene {
  public:
    explicit Scene(Cluster& cluster)
        : cluster_(cluster), layout_{.rows = size, .columns = size, .block = tile, .grid = {1, cluster.processes()}},
          a_(layout_, cluster.me()), b_(layout_, cluster.me()), c_(layout_, cluster.me()), a(a_.matrix()),
          b(b_.matrix()), c(c_.matrix()) {
        Dice dice(7);
        product_.a = drawn_elements<double>(dice, size, size);
        product_.b = drawn_elements<double>(dice, size, size);
        product_.c = drawn_elements<double>(dice, size, size);
        a_.set(cluster.me(), product_.a);
        b_.set(cluster.me(), product_.b);
        c_.set(cluster.me(), product_.c);
    }

    [[nodiscard]] bool is_last() const { return cluster_.me() + 1 == cluster_.processes(); }
    [[nodiscard]] std::size_t me() const { return cluster_.me(); }
    [[nodiscard]] std::size_t processes() const { return cluster_.processes(); }

    void multiply() { cluster_.gemm(Transpose::no, Transpose::no, product_.alpha, a, b, product_.beta, c, options); }
    void multiply_in_float() {
        const BlockCyclicPart<float> in(layout_, cluster_.me());
        const BlockCyclicPart<float> out(layout_, cluster_.me());
        cluster_.gemm(Transpose::no, Transpose::no, 1, in.matrix(), in.matrix(), 0, out.matrix(), options);
    }
    [[nodiscard]] bool is_right() const { return product_.error(c_, cluster_.me()) <= 1; }

  private:
    Cluster& cluster_;
    BlockCyclic layout_;
    BlockCyclicPart<double> a_, b_, c_;
    ProductScene<double> product_{};

  public: // what a fault may change
    DistributedMatrix<double> a, b, c;
    ClusterGemmOptions options{};
};

template <class Run> bool throws_invalid_input(const Run& run) {
    try {
        run();
    } catch (const InvalidInput&) {
        return true;
    }
    return false;
}

struct Fault {
    const char* name;
    std::function<void(Scene&)> make;
};

const Fault faults[] = {
    {"sizes that do not fit", [](Scene& scene) { scene.a.rows = size + 1; }},
    {"tiles that differ", [](Scene& scene) { scene.b.tile = tile / 2; }},
    {"no tiles", [](Scene& scene) { scene.a.tile = scene.b.tile = scene.c.tile = 0; }},
    {"no owners", [](Scene& scene) { scene.c.owner = nullptr; }},
    {"an owner that does not exist",
     [](Scene& scene) { scene.a.owner = [all = scene.processes()](std::size_t, std::size_t) { return all; }; }},
    {"C that is A", [](Scene& scene) { scene.c = scene.a; }},
    {"C that has one tile twice",
     [](Scene& scene) {
         scene.c.at = [at = scene.c.at, me = scene.me()](std::size_t i, std::size_t) { return at(i, me); };
     }},
    {"columns too far apart",
     [](Scene& scene) {
         scene.a.at = [at = scene.a.at](std::size_t i, std::size_t j) {
             auto place = at(i, j);
             place.ld = std::int64_t{1} << 28; // 2^31 bytes
             return place;
         };
     }},
    {"more tiles than there may be",
     [](Scene& scene) {
         scene.a.columns = scene.b.rows = 8'000'000;
         scene.c.rows = scene.a.rows = 0;
     }},
    {"zones that do not exist", [](Scene& scene) { scene.options.zones = "nrrrp"; }},
    {"speeds of other processes", [](Scene& scene) { scene.options.speeds.assign(scene.processes() + 1, 1.0); }},
    {"a window of nothing", [](Scene& scene) { scene.options.window = 0; }},
    {"on one process, a tile elsewhere",
     [](Scene& scene) {
         if (scene.is_last()) {
             scene.b.at = [](std::size_t, std::size_t) { return apps::MatrixView<double>{}; };
         }
     }},
    {"on one process, a function that throws",
     [](Scene& scene) {
         if (scene.is_last()) {
             scene.b.at = [](std::size_t, std::size_t) -> apps::MatrixView<double> { throw InvalidInput("no"); };
         }
     }},
};

void check_faults(Cluster& cluster) {
    for (const Fault& fault : faults) {
        Scene scene(cluster);
        fault.make(scene);
        require(throws_invalid_input([&] { scene.multiply(); }),
                fmt::format("process {} did not refuse {}", cluster.me(), fault.name));
    }
}

/// The last process asks for something else than the others.
void check_differences(Cluster& cluster) {
    Scene scene(cluster);
    require(throws_invalid_input([&] { scene.is_last() ? scene.multiply_in_float() : scene.multiply(); }),
            "types that differ were not refused");
    scene.options.place = scene.is_last() ? Place::c_stays : Place::by_speeds;
    require(throws_invalid_input([&] { scene.multiply(); }), "options that differ were not refused");
}

void check_product(Cluster& cluster) {
    Scene scene(cluster);
    scene.multiply();
    require(scene.is_right(), "the product behind the faults is wrong");
}

void run() {
    Cluster cluster;
    or_end_all("cluster_errors", [&] {
        check_faults(cluster);
        if (cluster.processes() > 1) {
            check_differences(cluster);
        }
        check_product(cluster);
        require(throws_invalid_input([] { const Cluster second; }), "a second Cluster was not refused");
    });
}

} // namespace

} // namespace tangram::cluster

int main(int argc, char** argv) {
    using namespace tangram::cluster;
    const bool is_refused = throws_invalid_input([] { const Cluster without_mpi; });
    const Mpi mpi(argc, argv);
    or_end_all("cluster_errors", [&] {
        require(is_refused, "a Cluster was not refused where MPI does not run");
        run();
        run(); // once more, when the first Cluster is gone
    });
    return EXIT_SUCCESS;
}
