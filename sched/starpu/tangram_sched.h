#ifndef TANGRAM_SCHED_H
#define TANGRAM_SCHED_H

/* Tangram's scheduling policies in any program that uses StarPU.
 *
 * From StarPU 1.4 on the program stays as it is:
 *
 *     STARPU_SCHED_LIB=libtangram_sched.so STARPU_SCHED=auto program
 *
 * With StarPU 1.3 it takes one line between two of its own, and STARPU_SCHED:
 *
 *     starpu_conf_init(&conf);
 *     if (tangram_sched_select(&conf) != 0) return 1;
 *     starpu_init(&conf);
 */

#ifdef __cplusplus
extern "C" {
#endif

struct starpu_conf;
struct starpu_sched_policy;

/* If STARPU_SCHED names one of Tangram's strategies (any spelling), has `conf` start it
 * and takes the variable out of the environment, which StarPU would prefer to `conf`
 * without knowing the name. Does nothing if the variable is not set or names one of
 * StarPU's policies. A strategy that schedules the program's own tasks by priority alone
 * says so in a line on stderr, unless STARPU_SILENT is set. To be called before
 * starpu_init, while no other thread reads the environment.
 *
 * Returns 0; -EINVAL for a name that neither has and for a TANGRAM_* variable with a
 * value that is not allowed, after one line on stderr that says what is. */
int tangram_sched_select(struct starpu_conf *conf);

/* What StarPU 1.4 asks a library in STARPU_SCHED_LIB for: the strategy of this name, NULL
 * if there is none, and all of them, ending with NULL. Also for contexts of their own:
 * STARPU_SCHED_CTX_POLICY_STRUCT. StarPU 1.4 goes on with a policy of its own if it gets
 * none: so a name in STARPU_SCHED that neither has, and a TANGRAM_* variable with a value
 * that is not allowed, end the program with status 2, after one line on stderr. */
struct starpu_sched_policy *starpu_get_sched_lib_policy(const char *name);
struct starpu_sched_policy **starpu_get_sched_lib_policies(void);

#ifdef __cplusplus
}
#endif

#endif
