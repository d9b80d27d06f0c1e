/* A program that is not ours, in C: two lines let STARPU_SCHED name Tangram's policies.
 *   program POLICY   fails unless StarPU runs that policy and executes 100 tasks, half of them parallel ones */
#include "sched/starpu/tangram_sched.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <starpu.h>

static void count(void* buffers[], void* counter) {
    (void)buffers;
    STARPU_ATOMIC_ADD((int*)counter, 1);
}

int main(int argc, char** argv) {
    struct starpu_conf conf;
    starpu_conf_init(&conf);
    if (tangram_sched_select(&conf) != 0) {
        return 2;
    }
    if (argc != 2 || starpu_init(&conf) != 0) {
        return 2;
    }

    int executed = 0;
    struct starpu_codelet codelet = {.cpu_funcs = {count}};
    struct starpu_codelet parallel = {.cpu_funcs = {count}, .type = STARPU_FORKJOIN, .max_parallelism = INT_MAX};
    for (int i = 0; i < 100; i++) {
        starpu_task_insert(i % 2 == 0 ? &codelet : &parallel, STARPU_CL_ARGS_NFREE, &executed, sizeof(executed), 0);
    }
    starpu_task_wait_for_all();
    const char* policy = starpu_sched_ctx_get_sched_policy(0)->policy_name;
    printf("%d tasks under %s\n", executed, policy);
    const int good = executed == 100 && strcmp(policy, argv[1]) == 0;
    starpu_shutdown();
    return good ? 0 : 1;
}
