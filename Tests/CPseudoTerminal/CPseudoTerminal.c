#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int pseudo_terminal_spawn(const char *path, char *const argv[], char *const envp[],
                          unsigned short columns, unsigned short rows, pid_t *child, int *slave) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  int master = -1;
  pid_t pid = forkpty(&master, NULL, NULL, &size);
  if (pid < 0) return -1;
  if (pid == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, argv, envp);
    _exit(127);
  }
  fcntl(master, F_SETFD, FD_CLOEXEC);
  fcntl(master, F_SETFL, O_NONBLOCK);
  *child = pid;
  *slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  return master;
}
