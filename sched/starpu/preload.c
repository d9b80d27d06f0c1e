/* LD_PRELOAD=libtangram_preload.so: has any program that uses StarPU 1.3 call
 * tangram_sched_select before it starts StarPU, each time that it does. If that selects
 * a policy of ours, it also stands for all of StarPU's that the program names, for its
 * scheduling contexts as well. */
#define _GNU_SOURCE /* NOLINT(readability-identifier-naming): glibc's name */
#include "sched/starpu/tangram_sched.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <starpu.h>

/* Without handlers: a simulation that ends in the middle complains at length. */
static void end_program(void) {
    fflush(NULL);
    _exit(2);
}

#ifndef STARPU_SIMGRID
/* With the other flavour of StarPU the program would never end. */
__attribute__((constructor)) static void check_flavour(void) {
    if (dlsym(RTLD_DEFAULT, "starpu_pthread_mutex_init") != NULL) {
        fprintf(stderr, "tangram: error: this program is built for simulation: preload libtangram_preload_sim.so\n");
        end_program();
    }
}
#endif

/* StarPU looks names up in the array that it hands out. */
static void stand_for_all(const struct starpu_sched_policy *ours, const char *wanted) {
    static struct starpu_sched_policy copies[100];
    struct starpu_sched_policy **all = starpu_sched_get_predefined_policies();
    for (int i = 0; i < 100 && all[i] != NULL && all[i] != &copies[i]; i++) {
        copies[i] = *ours;
        copies[i].policy_name = i == 0 ? wanted : all[i]->policy_name;
        all[i] = &copies[i];
    }
}

static struct starpu_conf *prepared(struct starpu_conf *conf, struct starpu_conf *own) {
    static char *wanted; /* tangram_sched_select takes it out of the environment */
    const char *variable = getenv("STARPU_SCHED");
    if (variable != NULL && wanted == NULL) {
        wanted = strdup(variable);
    }
    if (wanted != NULL) {
        setenv("STARPU_SCHED", wanted, 1);
    }
    if (conf == NULL) {
        starpu_conf_init(own);
        conf = own;
    }
    if (tangram_sched_select(conf) != 0) {
        end_program();
    }
    if (conf->sched_policy != NULL && getenv("STARPU_SCHED") == NULL && wanted != NULL) {
        stand_for_all(conf->sched_policy, wanted);
    }
    return conf;
}

/* starpu_init calls starpu_initialize, which is not to say all again. */
static _Thread_local int is_in_init;

int starpu_init(struct starpu_conf *conf) {
    int (*real)(struct starpu_conf *) = dlsym(RTLD_NEXT, "starpu_init");
    struct starpu_conf own;
    struct starpu_conf *ours = prepared(conf, &own);
    is_in_init = 1;
    const int result = real(ours);
    is_in_init = 0;
    return result;
}

int starpu_initialize(struct starpu_conf *conf, int *argc, char ***argv) {
    int (*real)(struct starpu_conf *, int *, char ***) = dlsym(RTLD_NEXT, "starpu_initialize");
    struct starpu_conf own;
    return real(is_in_init ? conf : prepared(conf, &own), argc, argv);
}
