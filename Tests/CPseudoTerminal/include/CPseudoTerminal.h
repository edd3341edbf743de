#pragma once
#include <sys/types.h>

/* Starts a program as the leader of a session on a pseudo-terminal of its own.
   Returns the master's descriptor, or -1 with errno; *child gets the process id and *slave a
   descriptor of the other side, through which its settings can be read after the child has gone.
   In C because between fork and exec nothing of Swift's runtime may be called. */
int pseudo_terminal_spawn(const char *path, char *const argv[], char *const envp[],
                          unsigned short columns, unsigned short rows, pid_t *child, int *slave);
