#pragma once

#include <sys/types.h>

/// Starts a program without a shell: in C, because Swift's Glibc module lacks GNU's extensions of posix_spawn.
///
/// With an `output`, the program gets it as its standard output and error, an empty input, and a session of its own.
/// With -1, it gets the terminal, in the caller's process group. It inherits no other descriptor and no blocked signal.
/// With an `output` SIGPIPE stays blocked, so that the end of the reader is an error of a write.
/// Returns 0 and the process, or the error's number.
int program_start(pid_t *program, char *const arguments[], char *const environment[], int output);

/// The status with which a program has left; -1 if a signal has ended it.
int program_exit_status(int status);

/// The signal that has ended a program, or has stopped it; 0 for none.
int program_signal(int status);

/// Whether a program was stopped, and may continue.
int program_is_stopped(int status);
