/// Calls of MPI in the place of SMPI's, for StarPU-MPI in the same module.

#include <mpi.h>

namespace {

struct Bytes {
    int count = 0; ///< of elements of the type
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// As plain bytes, where nothing lies between them. StarPU describes a tile as columns, and what has such a type SMPI
/// copies together, which takes longer than all else.
Bytes plain(int count, MPI_Datatype type) {
    MPI_Aint first = 0;
    MPI_Aint extent = 0;
    int size = 0;
    PMPI_Type_get_extent(type, &first, &extent);
    PMPI_Type_size(type, &size);
    const bool has_gaps = first != 0 || extent != size;
    return has_gaps ? Bytes{count, type} : Bytes{count * size, MPI_BYTE};
}

} // namespace

/// StarPU asks for threads, gets none from SMPI, and warns of that in each process. But here nothing happens at the
/// same time.
extern "C" int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    const int failed = PMPI_Init_thread(argc, argv, required, provided);
    *provided = MPI_THREAD_MULTIPLE;
    return failed;
}

extern "C" int MPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dst, int tag, MPI_Comm comm,
                         MPI_Request* request) {
    const Bytes bytes = plain(count, datatype);
    return PMPI_Isend(buf, bytes.count, bytes.type, dst, tag, comm, request);
}

extern "C" int MPI_Irecv(void* buf, int count, MPI_Datatype datatype, int src, int tag, MPI_Comm comm,
                         MPI_Request* request) {
    const Bytes bytes = plain(count, datatype);
    return PMPI_Irecv(buf, bytes.count, bytes.type, src, tag, comm, request);
}
