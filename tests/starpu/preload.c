/* LD_PRELOAD=libtangram_preload.so: has any program that uses StarPU 1.3 call
 * tangram_sched_select before it starts StarPU, each time that it does. */
#define _GNU_SOURCE
#include "sched/starpu/tangram_sched.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <starpu.h>

static struct starpu_conf *prepared(struct starpu_conf *conf, struct starpu_conf *own) {
    static char *wanted; /* tangram_sched_select takes it out of the environment */
    const char *variable = getenv("STARPU_SCHED");
    if (variable != NULL && wanted == NULL)
        wanted = strdup(variable);
    if (wanted != NULL)
        setenv("STARPU_SCHED", wanted, 1);
    if (conf == NULL) {
        starpu_conf_init(own);
        conf = own;
    }
    if (tangram_sched_select(conf) != 0)
        exit(2);
    return conf;
}

int starpu_init(struct starpu_conf *conf) {
    int (*real)(struct starpu_conf *) = dlsym(RTLD_NEXT, "starpu_init");
    struct starpu_conf own;
    return real(prepared(conf, &own));
}

int starpu_initialize(struct starpu_conf *conf, int *argc, char ***argv) {
    int (*real)(struct starpu_conf *, int *, char ***) = dlsym(RTLD_NEXT, "starpu_initialize");
    struct starpu_conf own;
    return real(prepared(conf, &own), argc, argv);
}
