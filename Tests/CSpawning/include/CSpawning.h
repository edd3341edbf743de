#pragma once
#include <sys/types.h>
#include <termios.h>

/* Starting programs that inherit nothing but what is named: in C because between fork and exec nothing of Swift's
   runtime may be called. */

/* Opens a pseudo-terminal. Returns the master's descriptor, which never waits, or -1 with errno; *slave gets a
   descriptor of the other side. */
int open_terminal(unsigned short columns, unsigned short rows, int *slave);

/* Starts a program as the leader of a session on a pseudo-terminal of its own.
   It inherits `notices` as its descriptor 3, unless that is negative.
   Returns the master's descriptor, or -1 with errno; *child gets the process id, *slave a
   descriptor of the other side, through which its settings can be read after the child has gone,
   and *found the settings that the program finds. */
int spawn_on_terminal(const char *path, char *const argv[], char *const envp[],
                      unsigned short columns, unsigned short rows, int notices, pid_t *child,
                      int *slave, struct termios *found);

/* Starts a program without standard input, its output and errors in files.
   It inherits `count` descriptors as its 3, 4 and so on.
   Returns the process id, or -1 with errno. */
pid_t spawn_into_files(const char *path, char *const argv[], char *const envp[],
                       const char *output, const char *errors, const int *descriptors,
                       int count);

/* A descriptor that is readable once a child has ended, or -1 with errno. */
int process_descriptor(pid_t process);
