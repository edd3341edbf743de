#define _GNU_SOURCE
#include "CSpawning.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utmp.h>

/* Leaves descriptors open as 3, 4 and so on, and no others. */
static void inherit(const int *descriptors, int count) {
  for (int index = 0; index < count; index++) {
    /* Above all that are yet to be moved. */
    int copy = fcntl(descriptors[index], F_DUPFD, 3 + count);
    if (copy < 0 || dup2(copy, 3 + index) < 0) _exit(126);
  }
  closefrom(3 + count);
}

static void become(const char *path, char *const argv[], char *const envp[],
                   const int *descriptors, int count) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  inherit(descriptors, count);
  execve(path, argv, envp);
  _exit(127);
}

int open_terminal(unsigned short columns, unsigned short rows, int *slave) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  int master = -1;
  if (openpty(&master, slave, NULL, NULL, &size) < 0) return -1;
  fcntl(master, F_SETFD, FD_CLOEXEC);
  fcntl(*slave, F_SETFD, FD_CLOEXEC);
  fcntl(master, F_SETFL, O_NONBLOCK);
  return master;
}

int spawn_on_terminal(const char *path, char *const argv[], char *const envp[],
                      unsigned short columns, unsigned short rows, int notices, pid_t *child,
                      int *slave, struct termios *found) {
  int master = open_terminal(columns, rows, slave);
  if (master < 0) return -1;
  tcgetattr(*slave, found);
  *child = fork();
  if (*child == 0) {
    if (login_tty(*slave) < 0) _exit(126);
    become(path, argv, envp, &notices, notices >= 0);
  }
  return *child < 0 ? -1 : master;
}

pid_t spawn_into_files(const char *path, char *const argv[], char *const envp[],
                       const char *output, const char *errors, const int *descriptors,
                       int count) {
  pid_t pid = fork();
  if (pid != 0) return pid;
  int writing = O_WRONLY | O_CREAT | O_TRUNC;
  if (dup2(open("/dev/null", O_RDONLY), 0) < 0 || dup2(open(output, writing, 0600), 1) < 0 ||
      dup2(open(errors, writing, 0600), 2) < 0)
    _exit(126);
  become(path, argv, envp, descriptors, count);
  return -1;
}

int process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
