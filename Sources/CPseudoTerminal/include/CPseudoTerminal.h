/// Starting a command on a pseudo-terminal of its own: in C, because between fork and exec no Swift code may run.
#pragma once

#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

/// The events of a command.
enum {
  COMMAND_STARTED, ///< `value` is its process.
  COMMAND_REFUSED, ///< `value` is the `errno` of exec; nothing follows.
  COMMAND_STOPPED,
  COMMAND_EXITED,   ///< `value` is its status.
  COMMAND_SIGNALED, ///< `value` is the signal that ended it.
};

typedef struct {
  int32_t event, value;
} CommandNotice;

typedef struct {
  /// The terminal's side; reading and writing never wait.
  int master;
  /// Delivers a `CommandNotice` at each read; closed after the last.
  int notices;
  /// The leader of the command's session, to be waited for after the last notice.
  pid_t leader;
} CommandTerminal;

/// Starts a command in the foreground of a new session, and a leader of that session, which watches it.
///
/// The leader keeps the command's group from being orphaned: a member of an orphaned group can't be stopped by Ctrl-Z.
/// `input` is the command's standard input, or -1 for its terminal. `modes` may be NULL. Returns 0, or -1 with `errno`.
int pseudo_terminal_start(CommandTerminal *terminal, int input, char *const arguments[], char *const environment[],
                          struct winsize size, const struct termios *modes);
