/* ScaLAPACK's pdgemm, C = A B on a grid of processes, block-cyclic: seconds, bytes that were sent, and whether C is
 * right, as JSON. usage: pdgemm SIZE BLOCK ROWS COLUMNS. Each process has OpenBLAS's threads by its own
 * OMP_NUM_THREADS. */

#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void Cblacs_pinfo(int* rank, int* processes);
extern void Cblacs_get(int context, int what, int* value);
extern void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
extern void Cblacs_gridinfo(int context, int* rows, int* columns, int* row, int* column);
extern int numroc_(const int* n, const int* block, const int* place, const int* first, const int* places);
extern void descinit_(int* descriptor, const int* m, const int* n, const int* mb, const int* nb, const int* row,
                      const int* column, const int* context, const int* leading, int* status);
extern void pdgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                    const double* alpha, const double* a, const int* ia, const int* ja, const int* desca,
                    const double* b, const int* ib, const int* jb, const int* descb, const double* beta, double* c,
                    const int* ic, const int* jc, const int* descc);

static double sent = 0; /* bytes, by the calls below, which BLACS makes */

static void count(int number, MPI_Datatype type, int to, MPI_Comm group) {
    int bytes, self;
    MPI_Type_size(type, &bytes);
    MPI_Comm_rank(group, &self);
    if (to != self)
        sent += (double)number * bytes;
}

/* MPI lets a program define its calls anew, and calls them PMPI_... itself. */
int MPI_Send(const void* data, int number, MPI_Datatype type, int to, int tag, MPI_Comm group) {
    count(number, type, to, group);
    return PMPI_Send(data, number, type, to, tag, group);
}

int MPI_Rsend(const void* data, int number, MPI_Datatype type, int to, int tag, MPI_Comm group) {
    count(number, type, to, group);
    return PMPI_Rsend(data, number, type, to, tag, group);
}

int MPI_Isend(const void* data, int number, MPI_Datatype type, int to, int tag, MPI_Comm group, MPI_Request* request) {
    count(number, type, to, group);
    return PMPI_Isend(data, number, type, to, tag, group, request);
}

struct grid {
    int size, block, rows, columns, row, column; /* the last two: of this process */
};

static int local(int size, int block, int place, int places) {
    const int first = 0;
    return numroc_(&size, &block, &place, &first, &places);
}

static int global(int index, int block, int place, int places) {
    return (index / block * places + place) * block + index % block;
}

/* In [-1, 1), of a place in a matrix: all processes know all of them (the mixing of splitmix64). */
static double entry(uint64_t matrix, int row, int column) {
    uint64_t z = (matrix << 60) + ((uint64_t)row << 30) + (uint64_t)column + 1;
    z *= 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return (double)(z >> 11) / 4503599627370496.0 - 1;
}

static double* allocated(size_t number) {
    double* values = calloc(number, sizeof *values);
    if (!values) {
        fprintf(stderr, "pdgemm: error: too little memory\n");
        MPI_Abort(MPI_COMM_WORLD, 77);
    }
    return values;
}

/* result = M x, or |M| x, of the parts of all processes; all have all of x. */
static void times_vector(const struct grid* grid, const double* matrix, int height, int width, int absolute,
                         const double* x, double* result) {
    double* part = allocated((size_t)grid->size);
    for (int j = 0; j < width; ++j)
        for (int i = 0; i < height; ++i) {
            const double value = matrix[(size_t)j * (size_t)height + (size_t)i];
            part[global(i, grid->block, grid->row, grid->rows)] +=
                (absolute ? fabs(value) : value) * x[global(j, grid->block, grid->column, grid->columns)];
        }
    MPI_Allreduce(part, result, grid->size, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(part);
}

/* Freivalds' check: A (B x) - C x for a random x of -1 and 1, by the rounding errors that it may have. */
static double residual(const struct grid* grid, const double* a, const double* b, const double* c, int height,
                       int width) {
    double* vectors = allocated((size_t)grid->size * 6);
    double *x = vectors, *bx = x + grid->size, *abx = bx + grid->size, *cx = abx + grid->size, *most = cx + grid->size;
    double* ones = most + grid->size;
    for (int i = 0; i < grid->size; ++i) {
        x[i] = entry(3, i, 0) < 0 ? -1 : 1;
        ones[i] = 1;
    }
    times_vector(grid, b, height, width, 0, x, bx);
    times_vector(grid, a, height, width, 0, bx, abx);
    times_vector(grid, c, height, width, 0, x, cx);
    times_vector(grid, b, height, width, 1, ones, bx);
    times_vector(grid, a, height, width, 1, bx, most);
    double worst = 0;
    for (int i = 0; i < grid->size; ++i) {
        const double part = fabs(abx[i] - cx[i]) / (most[i] * grid->size);
        worst = part <= worst ? worst : part; /* not a number is worse, too */
    }
    free(vectors);
    return worst;
}

int main(int argc, char** argv) {
    int rank, processes, context, status;
    Cblacs_pinfo(&rank, &processes);
    struct grid grid = {0};
    if (argc == 5) {
        grid.size = atoi(argv[1]);
        grid.block = atoi(argv[2]);
        grid.rows = atoi(argv[3]);
        grid.columns = atoi(argv[4]);
    }
    if (grid.size <= 0 || grid.block <= 0 || grid.rows <= 0 || (long)grid.rows * grid.columns != processes) {
        fprintf(stderr, "pdgemm: error: usage: mpirun -n P pdgemm SIZE BLOCK ROWS COLUMNS, ROWS x COLUMNS = P\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", grid.rows, grid.columns);
    Cblacs_gridinfo(context, &grid.rows, &grid.columns, &grid.row, &grid.column);
    const int height = local(grid.size, grid.block, grid.row, grid.rows);
    const int width = local(grid.size, grid.block, grid.column, grid.columns);
    const size_t entries = (size_t)height * (size_t)width;
    double *a = allocated(entries + 1), *b = allocated(entries + 1), *c = allocated(entries + 1);
    for (int j = 0; j < width; ++j)
        for (int i = 0; i < height; ++i) {
            const int row = global(i, grid.block, grid.row, grid.rows);
            const int column = global(j, grid.block, grid.column, grid.columns);
            a[(size_t)j * (size_t)height + (size_t)i] = entry(1, row, column);
            b[(size_t)j * (size_t)height + (size_t)i] = entry(2, row, column);
        }
    int descriptor[9];
    const int zero = 0, one = 1, leading = height > 0 ? height : 1;
    descinit_(descriptor, &grid.size, &grid.size, &grid.block, &grid.block, &zero, &zero, &context, &leading, &status);
    if (status != 0) {
        fprintf(stderr, "pdgemm: error: descinit says %d\n", status);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }

    const double alpha = 1, beta = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    sent = 0;
    const double start = MPI_Wtime();
    pdgemm_("N", "N", &grid.size, &grid.size, &grid.size, &alpha, a, &one, &one, descriptor, b, &one, &one, descriptor,
            &beta, c, &one, &one, descriptor);
    const double mine = sent;
    MPI_Barrier(MPI_COMM_WORLD);
    const double seconds = MPI_Wtime() - start;
    double bytes;
    MPI_Allreduce(&mine, &bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const double worst = residual(&grid, a, b, c, height, width);
    const int verified = worst <= 1.1102230246251565e-16;
    if (rank == 0)
        printf("{\"seconds\": %.9g, \"network_bytes\": %.0f, \"residual\": %.3g, \"verified\": %s}\n", seconds, bytes,
               worst, verified ? "true" : "false");
    free(a);
    free(b);
    free(c);
    MPI_Finalize();
    return verified ? 0 : 1;
}
