/* What only C can do for a program that owns the terminal: signal handlers that are safe at any
 * moment, and the Linux descriptors that Swift's Glibc module leaves out. */
#pragma once

#include <stddef.h>
#include <sys/signalfd.h>
#include <termios.h>

/* What a crash puts back. The descriptors stay the caller's. */
struct terminal_guard {
  int terminal;          /* where `restore` is written and whose modes are set */
  struct termios modes;  /* as they were before the program changed them */
  int held_messages;     /* a memory file with what was written to stderr, or -1 */
  int real_stderr;       /* where those messages go in the end, or -1 */
};

/* From now on a crash, or an exit that closed nothing, restores the terminal first. Replaces what
 * was armed before. Main thread only. */
void terminal_guard_arm(const struct terminal_guard *guard);

/* A crash is the system's own business again; does nothing when nothing is armed. */
void terminal_guard_disarm(void);

/* What a terminal must be told to leave every mode that the program may have switched on. */
extern const char terminal_guard_restore[];
extern const size_t terminal_guard_restore_length;

/* Copies a memory file to a descriptor from its start, control characters made harmless. */
void terminal_guard_copy_messages(int from, int to);

/* A descriptor on memory, closed on exec; -1 and errno when there is none to be had. */
int terminal_guard_memory_file(const char *name);

