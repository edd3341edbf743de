/* What only C can do for a program that owns the terminal: signal handlers that are safe at any
 * moment, and the Linux descriptors that Swift's Glibc module leaves out. */
#pragma once

#include <sys/signalfd.h>

/* From now on a crash, or an exit that closed nothing, restores the terminal first: what was
 * switched on is switched off, and the modes are those of this moment. Replaces what was armed
 * before. Main thread only; the descriptors stay the caller's.
 *
 * `held_messages` is a memory file with what was written to stderr, and `real_stderr` where that
 * goes in the end; both may be -1. */
void terminal_guard_arm(int terminal, int held_messages, int real_stderr);

/* A crash is the system's own business again; does nothing when nothing is armed. */
void terminal_guard_disarm(void);

/* Copies a memory file to a descriptor from its start, control characters made harmless. */
void terminal_guard_copy_messages(int from, int to);

/* A descriptor on memory, closed on exec; -1 and errno when there is none to be had. */
int terminal_guard_memory_file(const char *name);

