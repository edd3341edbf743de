/* The parts of terminal control that need C: async-signal-safe handlers, and the Linux descriptors that
 * Swift's Glibc module lacks. */
#pragma once

#include <sys/signalfd.h>

/* Makes a crash, or an exit without a close, restore the terminal first: modes of the terminal that
 * were enabled are disabled, and the line settings of this moment are restored. Replaces an earlier
 * call. Main thread only; the caller keeps ownership of the descriptors.
 *
 * `held_messages` is a memory file with the text written to stderr, and `real_stderr` the final
 * destination of that text; both may be -1. */
void terminal_guard_arm(int terminal, int held_messages, int real_stderr);

/* Restores the default handling of crashes; does nothing when not armed. */
void terminal_guard_disarm(void);

/* Copies a memory file to a descriptor from its start, with control characters replaced. */
void terminal_guard_copy_messages(int from, int to);

/* Creates a memory file, closed on exec; returns -1 and sets errno on failure. */
int terminal_guard_memory_file(const char *name);

