/* Tiled algorithms as somebody would write them with StarPU alone: no coordinates, no priorities, nothing of Tangram's.
 * For simulation: kernels are not computed, and their times follow from cost functions. usage() says what there is. */

#include <math.h>
#include <starpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const int status = (call);                                                                                     \
        if (status < 0) {                                                                                              \
            fprintf(stderr, "plain: %s: %s\n", #call, strerror(-status));                                              \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static const double gpu_flops_per_us = 1020e3; /* of a GPU, double precision, a product of tiles */
static const double cpu_flops_per_us = 26.6e3; /* of a core */

/* A kernel: flops by tile^3, and the parts of the speed of a product that it reaches on a GPU and on a core. */
struct kernel {
    double flops;
    double on_gpu;
    double on_cpu;
    struct starpu_perfmodel model;
    struct starpu_codelet codelet;
};

static unsigned tile = 960;
static unsigned blocks = 16;
static unsigned depth = 0; /* blocks along k; 0: as many as blocks */
static double flops = 0;   /* of all tasks */
static double start = 0;   /* microseconds */
static unsigned timeline = 0;

static double microseconds(struct starpu_task* task, struct starpu_perfmodel_arch* arch, unsigned implementation) {
    (void)implementation;
    const struct kernel* kernel = task->cl_arg;
    const double work = kernel->flops * pow(tile, 3);
    return arch->devices[0].type == STARPU_CUDA_WORKER ? work / (gpu_flops_per_us * kernel->on_gpu)
                                                       : work / (cpu_flops_per_us * kernel->on_cpu);
}

static void nothing(void* buffers[], void* argument) {
    (void)buffers;
    (void)argument;
}

static struct kernel new_kernel(const char* name, double flops_by_cube, double on_gpu, double on_cpu) {
    struct kernel kernel;
    memset(&kernel, 0, sizeof kernel);
    kernel.flops = flops_by_cube;
    kernel.on_gpu = on_gpu;
    kernel.on_cpu = on_cpu;
    kernel.model.symbol = name;
    kernel.model.type = STARPU_PER_ARCH;
    kernel.model.arch_cost_function = microseconds;
    kernel.codelet.name = name;
    kernel.codelet.cpu_funcs[0] = nothing;
    kernel.codelet.cuda_funcs[0] = nothing;
    kernel.codelet.nbuffers = STARPU_VARIABLE_NBUFFERS;
    return kernel;
}

static struct kernel gemm, syrk, trsm, potrf, getrf, outer, geqrt, unmqr, tsqrt, tsmqr, jacobi;

static void make_kernels(void) {
    gemm = new_kernel("plain_gemm", 2, 1, 1);
    syrk = new_kernel("plain_syrk", 1, 0.9, 0.95);
    trsm = new_kernel("plain_trsm", 1, 0.6, 0.9);
    potrf = new_kernel("plain_potrf", 1.0 / 3, 0.06, 0.8);
    getrf = new_kernel("plain_getrf", 2.0 / 3, 0.06, 0.8);
    outer = new_kernel("plain_outer", 0.1, 1, 1);
    geqrt = new_kernel("plain_geqrt", 4.0 / 3, 0.05, 0.6);
    unmqr = new_kernel("plain_unmqr", 2, 0.6, 0.8);
    tsqrt = new_kernel("plain_tsqrt", 2, 0.06, 0.6);
    tsmqr = new_kernel("plain_tsmqr", 4, 0.7, 0.8);
    jacobi = new_kernel("plain_jacobi", 0.1, 1, 1);
}

/* Called by the worker when the task has ended. */
static void print_task(void* name) {
    struct starpu_profiling_task_info* info = starpu_task_get_current()->profiling_info;
    char worker[64];
    starpu_worker_get_name(info->workerid, worker, sizeof worker);
    printf("task %.0f %.0f %s %s\n", starpu_timing_timespec_to_us(&info->start_time) - start,
           starpu_timing_timespec_to_us(&info->end_time) - start, (const char*)name, worker);
}

/* A task with a few data. */
static void insert(struct kernel* kernel, unsigned count, const starpu_data_handle_t* handles,
                   const enum starpu_data_access_mode* modes) {
    struct starpu_task* task = starpu_task_create();
    kernel->codelet.model = &kernel->model;
    task->cl = &kernel->codelet;
    task->cl_arg = kernel;
    task->nbuffers = (int)count;
    for (unsigned i = 0; i < count; ++i) {
        task->handles[i] = handles[i];
        task->modes[i] = modes[i];
    }
    if (timeline) {
        task->callback_func = print_task;
        task->callback_arg = (void*)kernel->codelet.name;
    }
    flops += kernel->flops * pow(tile, 3);
    CHECK(starpu_task_submit(task));
}

#define INSERT(kernel, count, handles, ...)                                                                            \
    insert(&(kernel), count, (const starpu_data_handle_t[])handles, (const enum starpu_data_access_mode[])__VA_ARGS__)
#define LIST(...)                                                                                                      \
    { __VA_ARGS__ }

/* A matrix of rows x columns tiles, which are as large as each other. */
struct matrix {
    unsigned rows, columns;
    size_t tile_bytes;
    void** memory;
    starpu_data_handle_t* tiles;
};

enum { most_matrices = 8 };
static struct matrix matrices[most_matrices];
static int matrix_count = 0;
static const int memory_flags = STARPU_MALLOC_PINNED | STARPU_MALLOC_COUNT | STARPU_MALLOC_SIMULATION_FOLDED;

static const struct matrix* new_matrix_of(unsigned rows, unsigned columns, unsigned height, unsigned width) {
    struct matrix* matrix = &matrices[matrix_count++];
    const unsigned count = rows * columns;
    *matrix = (struct matrix){rows, columns, sizeof(double) * height * width, calloc(count, sizeof(void*)),
                              calloc(count, sizeof(starpu_data_handle_t))};
    for (unsigned i = 0; i < count; ++i) {
        CHECK(starpu_malloc_flags(&matrix->memory[i], matrix->tile_bytes, memory_flags));
        starpu_matrix_data_register(&matrix->tiles[i], STARPU_MAIN_RAM, (uintptr_t)matrix->memory[i], height, height,
                                    width, sizeof(double));
    }
    return matrix;
}

static const struct matrix* new_matrix(unsigned rows, unsigned columns) {
    return new_matrix_of(rows, columns, tile, tile);
}

static void delete_matrices(void) {
    for (struct matrix* matrix = matrices; matrix < matrices + matrix_count; ++matrix) {
        for (unsigned i = 0; i < matrix->rows * matrix->columns; ++i) {
            starpu_data_unregister(matrix->tiles[i]);
            CHECK(starpu_free_flags(matrix->memory[i], matrix->tile_bytes, memory_flags));
        }
        free(matrix->memory);
        free(matrix->tiles);
    }
}

static starpu_data_handle_t at(const struct matrix* matrix, unsigned i, unsigned j) {
    return matrix->tiles[i * matrix->columns + j];
}

/* C += A B, one task for each (i, j, k). */
static void submit_product(const struct matrix* c, const struct matrix* a, const struct matrix* b) {
    for (unsigned k = 0; k < a->columns; ++k) {
        for (unsigned i = 0; i < c->rows; ++i) {
            for (unsigned j = 0; j < c->columns; ++j) {
                INSERT(gemm, 3, LIST(at(a, i, k), at(b, k, j), at(c, i, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            }
        }
    }
}

/* All matrices are there: from here on time counts. */
static void begin(void) {
    start = starpu_timing_now();
}

static void product(void) {
    const unsigned k = depth ? depth : blocks;
    const struct matrix* a = new_matrix(blocks, k);
    const struct matrix* b = new_matrix(k, blocks);
    const struct matrix* c = new_matrix(blocks, blocks);
    begin();
    submit_product(c, a, b);
}

/* C += A B and D += A E: they share A. */
static void two_products(void) {
    const struct matrix* a = new_matrix(blocks, blocks);
    const struct matrix* b = new_matrix(blocks, blocks);
    const struct matrix* c = new_matrix(blocks, blocks);
    const struct matrix* d = new_matrix(blocks, blocks);
    const struct matrix* e = new_matrix(blocks, blocks);
    begin();
    submit_product(c, a, b);
    submit_product(d, a, e);
}

/* Three times C += A B, one after the other has ended. */
static void windows(void) {
    const struct matrix* a = new_matrix(blocks, blocks);
    const struct matrix* b = new_matrix(blocks, blocks);
    const struct matrix* c = new_matrix(blocks, blocks);
    begin();
    for (int window = 0; window < 3; ++window) {
        submit_product(c, a, b);
        CHECK(starpu_task_wait_for_all());
    }
}

/* The lower half of C += A A^T. */
static void rank_k_update(void) {
    const unsigned k_blocks = depth ? depth : blocks;
    const struct matrix* a = new_matrix(blocks, k_blocks);
    const struct matrix* c = new_matrix(blocks, blocks);
    begin();
    for (unsigned k = 0; k < k_blocks; ++k) {
        for (unsigned i = 0; i < blocks; ++i) {
            INSERT(syrk, 2, LIST(at(a, i, k), at(c, i, i)), LIST(STARPU_R, STARPU_RW));
            for (unsigned j = 0; j < i; ++j) {
                INSERT(gemm, 3, LIST(at(a, i, k), at(a, j, k), at(c, i, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            }
        }
    }
}

/* The lower half of C += A B^T + B A^T. */
static void rank_2k_update(void) {
    const struct matrix* a = new_matrix(blocks, blocks);
    const struct matrix* b = new_matrix(blocks, blocks);
    const struct matrix* c = new_matrix(blocks, blocks);
    begin();
    for (unsigned k = 0; k < blocks; ++k) {
        for (unsigned i = 0; i < blocks; ++i) {
            INSERT(gemm, 3, LIST(at(a, i, k), at(b, i, k), at(c, i, i)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            for (unsigned j = 0; j < i; ++j) {
                INSERT(gemm, 3, LIST(at(a, i, k), at(b, j, k), at(c, i, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
                INSERT(gemm, 3, LIST(at(b, i, k), at(a, j, k), at(c, i, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            }
        }
    }
}

/* L X = B, L lower triangular. */
static void triangular_solve(void) {
    const struct matrix* l = new_matrix(blocks, blocks);
    const struct matrix* b = new_matrix(blocks, blocks);
    begin();
    for (unsigned k = 0; k < blocks; ++k) {
        for (unsigned j = 0; j < blocks; ++j) {
            INSERT(trsm, 2, LIST(at(l, k, k), at(b, k, j)), LIST(STARPU_R, STARPU_RW));
        }
        for (unsigned i = k + 1; i < blocks; ++i) {
            for (unsigned j = 0; j < blocks; ++j) {
                INSERT(gemm, 3, LIST(at(l, i, k), at(b, k, j), at(b, i, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            }
        }
    }
}

static void lu(void) {
    const struct matrix* a = new_matrix(blocks, blocks);
    begin();
    for (unsigned k = 0; k < blocks; ++k) {
        INSERT(getrf, 1, LIST(at(a, k, k)), LIST(STARPU_RW));
        for (unsigned i = k + 1; i < blocks; ++i) {
            INSERT(trsm, 2, LIST(at(a, k, k), at(a, i, k)), LIST(STARPU_R, STARPU_RW));
        }
        for (unsigned j = k + 1; j < blocks; ++j) {
            INSERT(trsm, 2, LIST(at(a, k, k), at(a, k, j)), LIST(STARPU_R, STARPU_RW));
        }
        for (unsigned i = k + 1; i < blocks; ++i) {
            for (unsigned j = k + 1; j < blocks; ++j) {
                INSERT(gemm, 3, LIST(at(a, i, k), at(a, k, j), at(a, i, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            }
        }
    }
}

static void cholesky(void) {
    const struct matrix* a = new_matrix(blocks, blocks);
    begin();
    for (unsigned k = 0; k < blocks; ++k) {
        INSERT(potrf, 1, LIST(at(a, k, k)), LIST(STARPU_RW));
        for (unsigned i = k + 1; i < blocks; ++i) {
            INSERT(trsm, 2, LIST(at(a, k, k), at(a, i, k)), LIST(STARPU_R, STARPU_RW));
        }
        for (unsigned i = k + 1; i < blocks; ++i) {
            INSERT(syrk, 2, LIST(at(a, i, k), at(a, i, i)), LIST(STARPU_R, STARPU_RW));
            for (unsigned j = k + 1; j < i; ++j) {
                INSERT(gemm, 3, LIST(at(a, i, k), at(a, j, k), at(a, i, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            }
        }
    }
}

/* A = L D L^T without pivots. Updates multiply L(i,k) by (L D)(j,k)^T; the tiles of L D are workspace, which every
 * second step overwrites. */
static void ldlt(void) {
    const struct matrix* a = new_matrix(blocks, blocks);
    const struct matrix* work = new_matrix(2, blocks);
    begin();
    for (unsigned k = 0; k < blocks; ++k) {
        INSERT(potrf, 1, LIST(at(a, k, k)), LIST(STARPU_RW));
        for (unsigned i = k + 1; i < blocks; ++i) {
            INSERT(trsm, 3, LIST(at(a, k, k), at(work, k % 2, i), at(a, i, k)), LIST(STARPU_R, STARPU_W, STARPU_RW));
        }
        for (unsigned i = k + 1; i < blocks; ++i) {
            INSERT(syrk, 3, LIST(at(a, i, k), at(work, k % 2, i), at(a, i, i)), LIST(STARPU_R, STARPU_R, STARPU_RW));
            for (unsigned j = k + 1; j < i; ++j) {
                INSERT(gemm, 3, LIST(at(a, i, k), at(work, k % 2, j), at(a, i, j)),
                       LIST(STARPU_R, STARPU_R, STARPU_RW));
            }
        }
    }
}

/* C = a b^T for columns and rows of tiles, each tile of C written once. */
static void outer_product(void) {
    const struct matrix* a = new_matrix(blocks, 1);
    const struct matrix* b = new_matrix(1, blocks);
    const struct matrix* c = new_matrix(blocks, blocks);
    begin();
    for (unsigned i = 0; i < blocks; ++i) {
        for (unsigned j = 0; j < blocks; ++j) {
            INSERT(outer, 3, LIST(at(a, i, 0), at(b, 0, j), at(c, i, j)), LIST(STARPU_R, STARPU_R, STARPU_W));
        }
    }
}

/* Tile QR with a flat tree (Buttari, Langou, Kurzak, Dongarra 2009): T has the inner reflectors, 1/8 of a tile. */
static void qr(void) {
    const unsigned inner = tile / 8;
    const struct matrix* a = new_matrix(blocks, blocks);
    const struct matrix* t = new_matrix_of(blocks, blocks, inner, tile);
    begin();
    for (unsigned k = 0; k < blocks; ++k) {
        INSERT(geqrt, 2, LIST(at(a, k, k), at(t, k, k)), LIST(STARPU_RW, STARPU_W));
        for (unsigned j = k + 1; j < blocks; ++j) {
            INSERT(unmqr, 3, LIST(at(a, k, k), at(t, k, k), at(a, k, j)), LIST(STARPU_R, STARPU_R, STARPU_RW));
        }
        for (unsigned i = k + 1; i < blocks; ++i) {
            INSERT(tsqrt, 3, LIST(at(a, k, k), at(a, i, k), at(t, i, k)), LIST(STARPU_RW, STARPU_RW, STARPU_W));
            for (unsigned j = k + 1; j < blocks; ++j) {
                INSERT(tsmqr, 4, LIST(at(a, k, j), at(a, i, j), at(a, i, k), at(t, i, k)),
                       LIST(STARPU_RW, STARPU_RW, STARPU_R, STARPU_R));
            }
        }
    }
}

/* Of Jacobi's method: a block from itself and its neighbours. */
static void submit_block(const struct matrix* to, const struct matrix* from, unsigned i, unsigned j) {
    starpu_data_handle_t handles[6] = {at(to, i, j), at(from, i, j)};
    enum starpu_data_access_mode modes[6] = {STARPU_W, STARPU_R, STARPU_R, STARPU_R, STARPU_R, STARPU_R};
    unsigned count = 2;
    if (i > 0) {
        handles[count++] = at(from, i - 1, j);
    }
    if (j > 0) {
        handles[count++] = at(from, i, j - 1);
    }
    if (i + 1 < from->rows) {
        handles[count++] = at(from, i + 1, j);
    }
    if (j + 1 < from->columns) {
        handles[count++] = at(from, i, j + 1);
    }
    insert(&jacobi, count, handles, modes);
}

/* Iterations of Jacobi's method on a grid of blocks, in turns into two grids. */
static void stencil(void) {
    const struct matrix* grids[2] = {new_matrix(blocks, blocks), new_matrix(blocks, blocks)};
    begin();
    for (unsigned step = 0; step < 8; ++step) {
        for (unsigned i = 0; i < blocks; ++i) {
            for (unsigned j = 0; j < blocks; ++j) {
                submit_block(grids[(step + 1) % 2], grids[step % 2], i, j);
            }
        }
    }
}

struct algorithm {
    const char* name;
    void (*run)(void); /* makes matrices, calls begin(), submits */
    const char* meaning;
};

static const struct algorithm algorithms[] = {
    {"product", product, "C += A B, a task for each (i, j, k)"},
    {"two-products", two_products, "C += A B and D += A E"},
    {"windows", windows, "C += A B three times, waiting for all tasks after each"},
    {"syrk", rank_k_update, "the lower half of C += A A^T"},
    {"syr2k", rank_2k_update, "the lower half of C += A B^T + B A^T"},
    {"trsm", triangular_solve, "L X = B"},
    {"lu", lu, "LU without pivots"},
    {"cholesky", cholesky, "Cholesky"},
    {"ldlt", ldlt, "LDL^T without pivots, workspace for two steps"},
    {"outer", outer_product, "C = a b^T"},
    {"qr", qr, "tile QR, flat tree"},
    {"jacobi", stencil, "Jacobi's method on a grid of blocks, 8 iterations"},
};
enum { algorithm_count = sizeof algorithms / sizeof *algorithms };

static int usage(FILE* file) {
    fputs("Usage: plain ALGORITHM [-nblocks N] [-depth N] [-tile N] [-timeline 1]\n\n"
          "Runs a tiled algorithm in StarPU's simulation; prints the size of the matrix, milliseconds and GFlop/s.\n\n",
          file);
    for (int i = 0; i < algorithm_count; ++i) {
        fprintf(file, "  %-14s %s\n", algorithms[i].name, algorithms[i].meaning);
    }
    fputs("\n  -nblocks N  tiles in each dimension (default 16)\n"
          "  -depth N    tiles along k, of product and syrk (default: as -nblocks)\n"
          "  -tile N     width of a tile (default 960)\n"
          "  -timeline 1 first, of each task: begin and end in microseconds, kernel, worker\n"
          "GPUs reach 1020 GFlop/s, cores 26.6, in products.\n",
          file);
    return file == stderr ? 2 : 0;
}

static const struct algorithm* find(const char* name) {
    for (int i = 0; i < algorithm_count; ++i) {
        if (strcmp(algorithms[i].name, name) == 0) {
            return &algorithms[i];
        }
    }
    return NULL;
}

static int is_count(const char* text, unsigned* value) {
    char* end = NULL;
    const long number = strtol(text, &end, 10);
    *value = (unsigned)number;
    return end != text && *end == '\0' && number >= 1 && number <= 100000;
}

int main(int argc, char** argv) {
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        return usage(stdout);
    }
    const struct algorithm* algorithm = argc >= 2 ? find(argv[1]) : NULL;
    if (!algorithm || argc % 2 != 0) {
        return usage(stderr);
    }
    for (int i = 2; i < argc; i += 2) {
        unsigned* option = strcmp(argv[i], "-nblocks") == 0    ? &blocks
                           : strcmp(argv[i], "-depth") == 0    ? &depth
                           : strcmp(argv[i], "-tile") == 0     ? &tile
                           : strcmp(argv[i], "-timeline") == 0 ? &timeline
                                                               : NULL;
        if (!option || !is_count(argv[i + 1], option)) {
            return usage(stderr);
        }
    }
    CHECK(starpu_init(NULL));
    if (timeline) {
        starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
    }
    make_kernels();
    algorithm->run();
    CHECK(starpu_task_wait_for_all());
    const double time = starpu_timing_now() - start;
    delete_matrices();
    starpu_shutdown();
    printf("%u %.3f %.0f\n", tile * blocks, time * 1e-3, flops / time * 1e-3);
    return 0;
}
