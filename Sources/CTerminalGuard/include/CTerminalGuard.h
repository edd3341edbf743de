/* The parts of owning a terminal that need C: signal handlers that are safe at any moment, and the
 * Linux descriptors that Swift's Glibc module leaves out. */
#pragma once

#include <sys/signalfd.h>

/* Makes a crash, or an exit without a close, restore the terminal first: everything that was switched
 * on is switched off, and the modes become those of this moment. Replaces an earlier call. Main
 * thread only; the descriptors stay the caller's.
 *
 * `held_messages` is a memory file with the text written to stderr, and `real_stderr` the final
 * destination of that text; both may be -1. */
void terminal_guard_arm(int terminal, int held_messages, int real_stderr);

/* Leaves crashes to the system again; does nothing when nothing is armed. */
void terminal_guard_disarm(void);

/* Copies a memory file to a descriptor from its start, control characters made harmless. */
void terminal_guard_copy_messages(int from, int to);

/* A descriptor on memory, closed on exec; -1 and errno on failure. */
int terminal_guard_memory_file(const char *name);

