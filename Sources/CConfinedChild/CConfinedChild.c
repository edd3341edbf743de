#define _GNU_SOURCE
#include "CConfinedChild.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// The signals that were blocked when this program started.
static sigset_t mask_at_start;

__attribute__((constructor)) static void note_mask(void) {
  pthread_sigmask(SIG_BLOCK, NULL, &mask_at_start);
}

static void limit(__rlimit_resource_t resource, uint64_t most) {
  struct rlimit former;
  if (getrlimit(resource, &former) == 0 && former.rlim_max < most) most = former.rlim_max;
  setrlimit(resource, &(struct rlimit){.rlim_cur = most, .rlim_max = most});
}

/// The bytes of memory that can be written to, as the kernel counts them against its limit.
static uint64_t used_memory(void) {
  char text[128];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  uint64_t pages = 0;
  int field = 0;
  // The sixth number is data and stack, in pages.
  for (ssize_t i = 0; i < count && field < 6; i += 1) {
    if (text[i] == ' ') {
      field += 1;
    } else if (field == 5 && text[i] >= '0' && text[i] <= '9') {
      pages = pages * 10 + (uint64_t)(text[i] - '0');
    }
  }
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/// Only calls that are allowed between fork and exec in a process of several threads.
static void confine(pid_t parent, int output, ConfinedLimits limits, uint64_t used) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  // A handler that is copied would restore a terminal that is not the child's.
  for (int number = 1; number < NSIG; number += 1) {
    sigaction(number, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  }
  // To write a file fails, and ends nothing: a library may want to keep a cache.
  signal(SIGXFSZ, SIG_IGN);
  sigprocmask(SIG_SETMASK, &mask_at_start, NULL);
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(nothing, 2) < 0) _exit(1);
  // The lock on a file would outlive this process in its child.
  closefrom(3);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, limits.seconds);
  limit(RLIMIT_DATA, used + limits.memory);
}

/// Returns 0 in the child.
static pid_t start(ConfinedChild *child, ConfinedLimits limits, bool keeps_memory) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  // A parent may have left this ignored: then the number of a child that has ended could be another process's.
  struct sigaction end_of_child;
  if (sigaction(SIGCHLD, NULL, &end_of_child) == 0 && end_of_child.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) {
    confine(parent, ends[1], limits, keeps_memory ? used_memory() : 0);
    return 0;
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return -1;
  }
  // Whichever comes first makes the group, so that it can be ended at once.
  setpgid(pid, pid);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *child = (ConfinedChild){.pid = pid, .output = ends[0]};
  return pid;
}

bool confined_child_run(ConfinedChild *child, ConfinedLimits limits, void (*body)(void *), void *context) {
  pid_t pid = start(child, limits, true);
  if (pid != 0) return pid > 0;
  body(context);
  _exit(0);
}

bool confined_child_execute(ConfinedChild *child, ConfinedLimits limits, const char *path,
                            char *const arguments[]) {
  pid_t pid = start(child, limits, false);
  if (pid != 0) return pid > 0;
  execv(path, arguments);
  // A program that was just written may be open still, in the copy of a process that has not begun its own program.
  for (int tries = 0; tries < 100 && errno == ETXTBSY; tries += 1) {
    poll(NULL, 0, 5);
    execv(path, arguments);
  }
  _exit(127);
}

ssize_t confined_child_read(const ConfinedChild *child, void *buffer, size_t size, int milliseconds) {
  struct pollfd awaited = {.fd = child->output, .events = POLLIN};
  if (poll(&awaited, 1, milliseconds) <= 0) return -1;
  ssize_t count = read(child->output, buffer, size);
  // A pipe that cannot be read has nothing more.
  return count < 0 && errno != EAGAIN && errno != EINTR ? 0 : count;
}

int confined_child_status(const ConfinedChild *child, int milliseconds) {
  while (true) {
    siginfo_t end = {0};
    if (waitid(P_PID, (id_t)child->pid, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == child->pid)
      return end.si_code == CLD_EXITED ? end.si_status : 256 + end.si_status;
    if (milliseconds-- <= 0) return -1;
    poll(NULL, 0, 1);
  }
}

void confined_child_end(const ConfinedChild *child) {
  kill(-child->pid, SIGKILL);
  kill(child->pid, SIGKILL);
  close(child->output);
  while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR) {
  }
}
