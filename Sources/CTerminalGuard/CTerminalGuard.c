#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

/* Ends an interrupted sequence (CAN). Then it resets synchronized output, mouse, bracketed paste,
 * the order of characters, scroll region, colors and cursor. It clears the last row, where messages
 * appear on terminals without an alternate screen, and leaves that screen and the keypad modes. */
static const char restore[] =
    "\x18\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[8h\x1b[r\x1b[m"
    "\x1b[?25h\x1b[999;1H\x1b[K\x1b[?1049l\x1b>\x1b[?1l";

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
enum { fatal_count = sizeof fatal_signals / sizeof *fatal_signals };

static struct {
  int terminal, held_messages, real_stderr;
  struct termios modes;
} armed;
static struct sigaction former_actions[fatal_count];
static atomic_bool is_armed;
static char handler_stack[64 * 1024];

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static char harmless(char byte) {
  unsigned char value = (unsigned char)byte;
  int is_control = (value < 0x20 && value != '\n' && value != '\t') || value == 0x7f;
  return is_control ? '?' : byte;
}

void terminal_guard_copy_messages(int from, int to) {
  char block[512];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(from, block, sizeof block, offset)) > 0) {
    for (ssize_t i = 0; i < count; i++) block[i] = harmless(block[i]);
    write_all(to, block, (size_t)count);
    offset += count;
  }
}

/* Async-signal-safe: only write, pread and tcsetattr. */
static void restore_terminal(void) {
  if (!atomic_exchange(&is_armed, 0)) return;
  write_all(armed.terminal, restore, sizeof restore - 1);
  tcsetattr(armed.terminal, TCSANOW, &armed.modes);
  if (armed.held_messages >= 0 && armed.real_stderr >= 0)
    terminal_guard_copy_messages(armed.held_messages, armed.real_stderr);
}

/* Ends with the default action, never with the previous handler, because the Swift runtime's backtracer
 * prompts on the terminal and waits for an answer. */
static void crash(int number, siginfo_t *info, void *context) {
  (void)context;
  restore_terminal();
  signal(number, SIG_DFL);
  int was_sent = info->si_code <= 0; /* a fault recurs on return; a sent signal does not */
  if (was_sent) raise(number);
}

void terminal_guard_arm(int terminal, int held_messages, int real_stderr) {
  static int is_prepared;
  terminal_guard_disarm();
  armed.terminal = terminal;
  armed.held_messages = held_messages;
  armed.real_stderr = real_stderr;
  if (tcgetattr(terminal, &armed.modes) != 0) return;
  if (!is_prepared) {
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    atexit(restore_terminal);
    is_prepared = 1;
  }
  struct sigaction action = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal_signals[i], &action, &former_actions[i]);
  atomic_store(&is_armed, 1);
}

void terminal_guard_disarm(void) {
  if (!atomic_exchange(&is_armed, 0)) return;
  for (int i = 0; i < fatal_count; i++) sigaction(fatal_signals[i], &former_actions[i], NULL);
}

int terminal_guard_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
