/// A program's own messages and its error handler, beside products: cluster_beside_messages, under MPI. Tiles come to
/// no receive of the program's, whatever it waits for, and its messages to no product.

#include "cluster/interface/cluster.hpp"

#include "tests/cluster/interface/distributed_scene.hpp"
#include "tests/cluster/interface/mpi_program.hpp"

namespace tangram::cluster {

namespace {

/// In tiles of 16 on a grid of one column, so that tiles of B are sent.
bool is_right(Cluster& cluster) {
    constexpr std::int64_t size = 96;
    const BlockCyclic layout{.rows = size, .columns = size, .block = 16, .grid = {cluster.processes(), 1}};
    Dice dice(3);
    const ProductScene<double> scene{.a = drawn_elements<double>(dice, size, size),
                                     .b = drawn_elements<double>(dice, size, size),
                                     .c = drawn_elements<double>(dice, size, size)};
    BlockCyclicPart<double> a(layout, cluster.me());
    BlockCyclicPart<double> b(layout, cluster.me());
    const BlockCyclicPart<double> c(layout, cluster.me());
    a.set(cluster.me(), scene.a);
    b.set(cluster.me(), scene.b);
    const auto no = Transpose::no;
    const ClusterReport report = cluster.gemm(no, no, 1.0, a.matrix(), b.matrix(), 0.0, c.matrix());
    require(cluster.processes() == 1 || report.bytes_in > 0, "no tile was sent");
    return scene.error(c, cluster.me()) <= 1;
}

MPI_Errhandler handler() {
    MPI_Errhandler found = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found);
    return found;
}

void run() {
    const MPI_Errhandler before = handler();
    {
        Cluster cluster;
        or_end_all("cluster_beside_messages", [&] {
            const auto me = static_cast<int>(cluster.me());
            const auto all = static_cast<int>(cluster.processes());
            int received = -1;
            MPI_Request anything = MPI_REQUEST_NULL;
            MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &anything);
            require(is_right(cluster), "a product beside a receive is wrong");
            constexpr int tag_of_starpu = 42; // of its messages about messages
            MPI_Send(&me, 1, MPI_INT, (me + 1) % all, tag_of_starpu, MPI_COMM_WORLD);
            require(is_right(cluster), "a product beside a message is wrong");
            MPI_Wait(&anything, MPI_STATUS_IGNORE);
            require(received == (me + all - 1) % all, "the program's message has not come");
        });
    }
    require(handler() == before, "errors of the program's MPI are handled otherwise than before");
}

} // namespace

} // namespace tangram::cluster

int main(int argc, char** argv) {
    using namespace tangram::cluster;
    const Mpi mpi(argc, argv);
    or_end_all("cluster_beside_messages", run);
    return EXIT_SUCCESS;
}
