/* ncurses for Swift: the wide build, with constants and functions in place of macros that Swift does not
 * import. SwiftPM drops the -D flags of ncursesw.pc, so they are defined here. */
#pragma once
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <wchar.h>

/* Builds that hide windows leave their type incomplete, and Swift would import pointers to them as another type. */
#if NCURSES_OPAQUE
struct _win_st {
  char hidden;
};
#endif

/* Swift 6 rejects access to the C globals themselves. */
static inline WINDOW *curses_standard_screen(void) { return stdscr; }
static inline WINDOW *curses_physical_screen(void) { return curscr; }
static inline WINDOW *curses_virtual_screen(void) { return newscr; }
static inline int curses_colors(void) { return COLORS; }
static inline int curses_pairs(void) { return COLOR_PAIRS; }

static const attr_t curses_bold = A_BOLD, curses_dim = A_DIM, curses_underline = A_UNDERLINE,
                    curses_reverse = A_REVERSE;
static const mmask_t curses_wheel_up = BUTTON4_PRESSED, curses_wheel_down = BUTTON5_PRESSED,
                     curses_click = BUTTON1_PRESSED;

/* The result of setcchar() for one spacing character, without its checks. */
static inline cchar_t curses_cell(wchar_t character, attr_t attributes, int pair) {
  cchar_t cell = {
      (attributes & ~A_COLOR) | (attr_t)COLOR_PAIR(pair > 255 ? 255 : pair), {character}, pair};
  return cell;
}

/* The width of a character in ncurses; Swift's Glibc module lacks wcwidth(). */
extern int wcwidth(wchar_t character);
static inline int curses_columns(wchar_t character) { return wcwidth(character); }

/* The names of all capabilities in the order of a compiled terminfo entry, ending with NULL. They are
 * declared here because <term.h> would define a macro for each. */
extern NCURSES_EXPORT_VAR(NCURSES_CONST char *const) boolnames[];
extern NCURSES_EXPORT_VAR(NCURSES_CONST char *const) numnames[];
extern NCURSES_EXPORT_VAR(NCURSES_CONST char *const) strnames[];
static inline const char *curses_boolean_name(int index) { return boolnames[index]; }
static inline const char *curses_number_name(int index) { return numnames[index]; }
static inline const char *curses_string_name(int index) { return strnames[index]; }

/* Makes a terminfo entry the current one, without a screen; <term.h> declares it too. */
extern NCURSES_EXPORT(int) setupterm(NCURSES_CONST char *term, int descriptor, int *error);

/* The sequence of a capability with one number; tiparm() is variadic. */
static inline const char *curses_parameterized(const char *capability, int number) {
  return tiparm(capability, number);
}
