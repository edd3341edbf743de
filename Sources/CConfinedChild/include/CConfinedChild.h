#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Programs that work on files of strangers, and can do no harm by it.
//
// A child has limits on memory and processor time. It writes no byte to a file, leaves no core, and has no open file
// but its input and one pipe to this process. It ends with the thread that has started it. The signals that it blocks
// are those that this process blocked at its start, whatever its threads block.

typedef struct ConfinedLimits {
  /// Bytes.
  uint64_t memory;
  /// Seconds of processor time.
  uint32_t seconds;
} ConfinedLimits;

typedef struct ConfinedChild {
  pid_t pid;
  /// What comes out of the child; it does not block.
  int output;
} ConfinedChild;

/// The standard input of a program; it is empty if `bytes` is NULL.
typedef struct ConfinedInput {
  const void *bytes;
  size_t count;
} ConfinedInput;

/// Runs a program; `arguments` ends with NULL, and the environment is this process's. Its standard output is the pipe.
///
/// Its standard input is a copy of `input` in memory. Returns false where the system has no process or memory left.
bool confined_child_execute(ConfinedChild *child, ConfinedLimits limits, const char *path,
                            char *const arguments[], ConfinedInput input);

/// Waits some milliseconds for output, and reads it. Returns 0 at the end of the output, and -1 where none has come.
ssize_t confined_child_read(const ConfinedChild *child, void *buffer, size_t size, int milliseconds);

/// Waits some milliseconds for the end of a child that has closed its output. Returns its status, 256 more than the
/// signal that has ended it, or -1 where it has not ended.
int confined_child_status(const ConfinedChild *child, int milliseconds);

/// Ends the child and all that it has started, whether it has ended or not, and closes the pipe.
void confined_child_end(const ConfinedChild *child);
