#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

static void tell(int notices, int event, int value) {
  CommandNotice notice = {event, value};
  while (write(notices, &notice, sizeof notice) < 0 && errno == EINTR) {
  }
}

/// Forgets the program's own handling of signals, so that a hangup ends this process.
static void reset_signals(void) {
  for (int number = 1; number < NSIG; number += 1) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Becomes the command. A failure of exec is written to `failure`, which exec closes.
static _Noreturn void become(int input, char *const arguments[], char *const environment[], int failure) {
  setpgid(0, 0);
  // From the background, which it still is, the call would stop the process.
  signal(SIGTTOU, SIG_IGN);
  tcsetpgrp(STDIN_FILENO, getpid());
  if (input >= 0) dup2(input, STDIN_FILENO);
  reset_signals();
  execvpe(arguments[0], arguments, environment);
  int reason = errno;
  while (write(failure, &reason, sizeof reason) < 0 && errno == EINTR) {
  }
  _exit(127);
}

/// Watches the command until it ends. The session ends with this process.
static _Noreturn void lead(int slave, int input, int notices, char *const arguments[], char *const environment[]) {
  // The terminal takes the place of the standard streams.
  if (input >= 0) input = fcntl(input, F_DUPFD_CLOEXEC, 5);
  if (login_tty(slave) < 0) _exit(126);
  reset_signals();
  notices = dup2(notices, 3);
  fcntl(notices, F_SETFD, FD_CLOEXEC);
  if (input >= 0) input = dup3(input, 4, O_CLOEXEC);
  closefrom(input >= 0 ? 5 : 4);
  int failure[2] = {-1, -1};
  pid_t command = pipe2(failure, O_CLOEXEC) == 0 ? fork() : -1;
  if (command == 0) become(input, arguments, environment, failure[1]);
  int reason = errno;
  close(failure[1]);
  if (command < 0 || read(failure[0], &reason, sizeof reason) > 0) {
    tell(notices, COMMAND_REFUSED, reason);
    _exit(127);
  }
  tell(notices, COMMAND_STARTED, command);
  int status = 0, has_ended = 0;
  while (!has_ended) {
    if (waitpid(command, &status, WUNTRACED) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (WIFSTOPPED(status)) tell(notices, COMMAND_STOPPED, 0);
    if (WIFEXITED(status)) tell(notices, COMMAND_EXITED, WEXITSTATUS(status));
    if (WIFSIGNALED(status)) tell(notices, COMMAND_SIGNALED, WTERMSIG(status));
    has_ended = WIFEXITED(status) || WIFSIGNALED(status);
  }
  _exit(0);
}

int pseudo_terminal_start(CommandTerminal *terminal, int input, char *const arguments[], char *const environment[],
                          struct winsize size, const struct termios *modes) {
  int slave, ends[2];
  if (openpty(&terminal->master, &slave, NULL, modes, &size) < 0) return -1;
  fcntl(terminal->master, F_SETFD, FD_CLOEXEC);
  fcntl(terminal->master, F_SETFL, O_NONBLOCK);
  terminal->leader = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
  if (terminal->leader == 0) lead(slave, input, ends[1], arguments, environment);
  int reason = errno;
  close(slave);
  if (terminal->leader < 0) {
    close(terminal->master);
    errno = reason;
    return -1;
  }
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  terminal->notices = ends[0];
  return 0;
}
