#define _GNU_SOURCE
#include "CConfinedChild.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// The signals that were blocked at the start of this program.
static sigset_t mask_at_start;

__attribute__((constructor)) static void note_mask(void) {
  pthread_sigmask(SIG_BLOCK, NULL, &mask_at_start);
}

static void limit(__rlimit_resource_t resource, uint64_t most) {
  struct rlimit former;
  if (getrlimit(resource, &former) == 0 && former.rlim_max < most) most = former.rlim_max;
  setrlimit(resource, &(struct rlimit){.rlim_cur = most, .rlim_max = most});
}

/// Copies a descriptor to one above the standard ones, which ours replace if the parent has them closed.
static int above_standard(int descriptor) { return fcntl(descriptor, F_DUPFD, 3); }

/// Makes only calls that are allowed between fork and exec in a multithreaded process.
static void confine(pid_t parent, int input, int output, ConfinedLimits limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  // An inherited handler would restore a terminal that does not belong to the child.
  for (int number = 1; number < NSIG; number += 1) {
    sigaction(number, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  }
  // Writing to a file fails without a signal, because a library may try to write a cache.
  signal(SIGXFSZ, SIG_IGN);
  sigprocmask(SIG_SETMASK, &mask_at_start, NULL);
  int nothing = above_standard(open("/dev/null", O_RDWR));
  input = input < 0 ? nothing : above_standard(input);
  output = above_standard(output);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(nothing, 2) < 0) _exit(1);
  // An inherited file lock would outlive this process.
  closefrom(3);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, limits.seconds);
  limit(RLIMIT_DATA, limits.memory);
}

/// Replaces the child by the program.
static _Noreturn void execute(const char *path, char *const arguments[]) {
  execv(path, arguments);
  // A program file that was just written may still be open in a forked child before its exec.
  for (int tries = 0; tries < 100 && errno == ETXTBSY; tries += 1) {
    poll(NULL, 0, 5);
    execv(path, arguments);
  }
  _exit(127);
}

/// Starts the program with these descriptors; -1 for an empty input.
static pid_t start(ConfinedLimits limits, const char *path, char *const arguments[], int input, int output) {
  // A parent may have ignored this signal; then an exited child's number could be another process's.
  struct sigaction end_of_child;
  if (sigaction(SIGCHLD, NULL, &end_of_child) == 0 && end_of_child.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) {
    confine(parent, input, output, limits);
    execute(path, arguments);
  }
  // Parent and child both create the group, so that it exists and can be killed immediately.
  if (pid > 0) setpgid(pid, pid);
  return pid;
}

/// A memory file with the input; -1 if out of memory.
static int memory_file(ConfinedInput input) {
  int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (size_t count = 0; count < input.count;) {
    // The offset stays 0, so that the program reads from the first byte.
    ssize_t written = pwrite(file, (const char *)input.bytes + count, input.count - count, (off_t)count);
    if (written > 0) {
      count += (size_t)written;
    } else if (errno != EINTR) {
      close(file);
      return -1;
    }
  }
  return file;
}

bool confined_child_execute(ConfinedChild *child, ConfinedLimits limits, const char *path,
                            char *const arguments[], ConfinedInput input) {
  int file = -1, ends[2];
  if (input.bytes && (file = memory_file(input)) < 0) return false;
  pid_t pid = -1;
  if (pipe2(ends, O_CLOEXEC) == 0) {
    pid = start(limits, path, arguments, file, ends[1]);
    close(ends[1]);
    if (pid < 0) close(ends[0]);
  }
  if (file >= 0) close(file);
  if (pid < 0) return false;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  // Pixels come in large pieces.
  fcntl(ends[0], F_SETPIPE_SZ, 256 << 10);
  *child = (ConfinedChild){.pid = pid, .output = ends[0]};
  return true;
}

ssize_t confined_child_read(const ConfinedChild *child, void *buffer, size_t size, int milliseconds) {
  struct pollfd awaited = {.fd = child->output, .events = POLLIN};
  if (poll(&awaited, 1, milliseconds) <= 0) return -1;
  ssize_t count = read(child->output, buffer, size);
  // A pipe that can't be read has ended.
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
