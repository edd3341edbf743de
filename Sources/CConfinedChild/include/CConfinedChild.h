#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Runs programs on untrusted files, confined.
//
// A child has limits on memory and processor time. It can't write to files, dumps no core, and has no open files but
// its input and a pipe to this process. It is killed when the thread that started it ends. Its blocked signals are
// those that this process blocked at its start, whatever its threads block.

typedef struct ConfinedLimits {
  /// Bytes.
  uint64_t memory;
  /// Seconds of processor time.
  uint32_t seconds;
} ConfinedLimits;

typedef struct ConfinedChild {
  pid_t pid;
  /// The output of the child; does not block.
  int output;
} ConfinedChild;

/// The standard input of a program; it is empty if `bytes` is NULL.
typedef struct ConfinedInput {
  const void *bytes;
  size_t count;
} ConfinedInput;

/// Runs a program; `arguments` ends with NULL, and the environment is this process's.
///
/// Its standard output is the pipe, and its standard input a memory copy of `input`. Returns false if the system has no
/// process or memory left.
bool confined_child_execute(ConfinedChild *child, ConfinedLimits limits, const char *path,
                            char *const arguments[], ConfinedInput input);

/// Waits some milliseconds for output, and reads it. Returns 0 at the end of the output, and -1 on a timeout.
ssize_t confined_child_read(const ConfinedChild *child, void *buffer, size_t size, int milliseconds);

/// Waits some milliseconds for the end of a child that has closed its output. Returns its status, 256 plus the signal
/// that killed it, or -1 on a timeout.
int confined_child_status(const ConfinedChild *child, int milliseconds);

/// Kills the child and all processes that it started, whether it has exited or not, and closes the
/// pipe.
void confined_child_end(const ConfinedChild *child);
