// Types are libvterm's public ABI, so that a build needs no headers of it: those of soname 0, as far as versions 0.1.4
// to 0.3 agree.

#include "CTerminalEmulator.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int row, column;
} Position;

typedef struct {
  int first_row, end_row, first_column, end_column;
} Rectangle;

/// The bits of a color's type.
enum { IS_INDEXED = 1, IS_DEFAULT = 2 | 4 };

typedef struct {
  uint8_t type, red, green, blue;
} ScreenColor;

typedef struct {
  uint32_t scalars[6];
  char width;
  // A struct of its own, so that it begins at a word; later bits differ between versions.
  struct {
    unsigned bold : 1, underline : 2, italic : 1, blink : 1, reverse : 1, others : 26;
  } style;
  ScreenColor foreground, background;
} ScreenCell;

/// The callbacks of a screen, with room for those of later versions.
typedef struct {
  int (*damage)(Rectangle, void *);
  int (*move)(Rectangle destination, Rectangle source, void *);
  void *others[14];
} Callbacks;

static struct {
  void *(*create)(int rows, int columns);
  void (*free)(void *terminal);
  void (*set_utf8)(void *terminal, int is_utf8);
  void (*set_size)(void *terminal, int rows, int columns);
  size_t (*write)(void *terminal, const char *bytes, size_t count);
  size_t (*read)(void *terminal, char *buffer, size_t size);
  void *(*screen)(void *terminal);
  void *(*state)(void *terminal);
  void (*enable_alternate)(void *screen, int is_enabled);
  void (*reset)(void *screen, int is_hard);
  void (*set_callbacks)(void *screen, const Callbacks *callbacks, void *owner);
  int (*cell)(const void *screen, Position position, ScreenCell *cell);
  void (*cursor)(const void *state, Position *position);
} vterm;
static bool is_complete;

static void load_library(void) {
  static const char *const names[] = {
      "vterm_new", "vterm_free", "vterm_set_utf8", "vterm_set_size", "vterm_input_write", "vterm_output_read",
      "vterm_obtain_screen", "vterm_obtain_state", "vterm_screen_enable_altscreen", "vterm_screen_reset",
      "vterm_screen_set_callbacks", "vterm_screen_get_cell", "vterm_state_get_cursorpos",
  };
  void *library = dlopen("libvterm.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  void *functions[sizeof names / sizeof *names];
  _Static_assert(sizeof functions == sizeof vterm, "a name for each function");
  is_complete = true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i += 1) {
    functions[i] = dlsym(library, names[i]);
    is_complete = is_complete && functions[i];
  }
  memcpy(&vterm, functions, sizeof vterm);
}

struct TerminalEmulator {
  void *terminal, *screen;
  int columns, rows;
  /// Whether each cell was written since the last update.
  bool *is_written;
  /// Whether each row may have changed since the last update.
  bool *is_changed;
};

/// Marks cells as written, or only their rows as changed.
static void mark(TerminalEmulator *emulator, Rectangle area, bool is_written) {
  if (area.end_row > emulator->rows) area.end_row = emulator->rows;
  if (area.end_column > emulator->columns) area.end_column = emulator->columns;
  if (area.first_column < 0) area.first_column = 0;
  for (int row = area.first_row < 0 ? 0 : area.first_row; row < area.end_row; row += 1) {
    emulator->is_changed[row] = true;
    if (is_written && area.end_column > area.first_column)
      memset(emulator->is_written + row * emulator->columns + area.first_column, true,
             (size_t)(area.end_column - area.first_column));
  }
}

static int damaged(Rectangle area, void *owner) {
  mark(owner, area, true);
  return 1;
}

/// A scroll moves cells without writing them.
static int moved(Rectangle destination, Rectangle source, void *owner) {
  (void)source;
  mark(owner, destination, false);
  return 1;
}

static const Callbacks callbacks = {.damage = damaged, .move = moved};

/// Makes the marks for a size; all rows may have changed. Returns false if memory runs out.
static bool allocate_marks(TerminalEmulator *emulator, int columns, int rows) {
  bool *is_written = calloc((size_t)columns * (size_t)rows, sizeof *is_written);
  bool *is_changed = malloc((size_t)rows * sizeof *is_changed);
  if (!is_written || !is_changed) {
    free(is_written);
    free(is_changed);
    return false;
  }
  memset(is_changed, true, (size_t)rows);
  free(emulator->is_written);
  free(emulator->is_changed);
  emulator->is_written = is_written;
  emulator->is_changed = is_changed;
  emulator->columns = columns;
  emulator->rows = rows;
  return true;
}

TerminalEmulator *terminal_emulator_create(int columns, int rows) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  if (!is_complete) return NULL;
  TerminalEmulator *emulator = calloc(1, sizeof *emulator);
  if (!emulator) return NULL;
  if (!allocate_marks(emulator, columns, rows) || !(emulator->terminal = vterm.create(rows, columns))) {
    terminal_emulator_free(emulator);
    return NULL;
  }
  vterm.set_utf8(emulator->terminal, 1);
  emulator->screen = vterm.screen(emulator->terminal);
  vterm.enable_alternate(emulator->screen, 1);
  vterm.set_callbacks(emulator->screen, &callbacks, emulator);
  vterm.reset(emulator->screen, 1);
  memset(emulator->is_written, false, (size_t)columns * (size_t)rows);
  return emulator;
}

void terminal_emulator_free(TerminalEmulator *emulator) {
  if (emulator->terminal) vterm.free(emulator->terminal);
  free(emulator->is_written);
  free(emulator->is_changed);
  free(emulator);
}

void terminal_emulator_resize(TerminalEmulator *emulator, int columns, int rows) {
  if (allocate_marks(emulator, columns, rows)) vterm.set_size(emulator->terminal, rows, columns);
}

void terminal_emulator_feed(TerminalEmulator *emulator, const void *bytes, size_t count) {
  vterm.write(emulator->terminal, bytes, count);
}

static uint32_t packed(ScreenColor color) {
  if (color.type & IS_DEFAULT) return 0xFF000000;
  // An index is in the place of red.
  if (color.type & IS_INDEXED) return 0xAA000000 | color.red;
  return (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
}

/// The scalar of a cell: a program can make libvterm show numbers that are none.
static uint32_t scalar_of(const ScreenCell *cell) {
  uint32_t scalar = cell->scalars[0];
  if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) return 0xFFFD;
  return scalar ? scalar : ' ';
}

static void copy_row(TerminalEmulator *emulator, int row, EmulatedCell *cells) {
  for (int column = 0; column < emulator->columns; column += 1) {
    ScreenCell found;
    vterm.cell(emulator->screen, (Position){row, column}, &found);
    if (found.scalars[0] == UINT32_MAX && column > 0) {
      cells[column] = cells[column - 1];
      cells[column].glyph = 0;
      continue;
    }
    cells[column] = (EmulatedCell){
        .glyph = scalar_of(&found),
        .foreground = packed(found.foreground),
        .background = packed(found.background),
        .style = found.style.bold | (found.style.underline ? 4 : 0) | (found.style.reverse ? 8 : 0),
    };
  }
}

size_t terminal_emulator_update(TerminalEmulator *emulator, EmulatedCell *cells) {
  size_t written = 0;
  for (int row = 0; row < emulator->rows; row += 1) {
    if (!emulator->is_changed[row]) continue;
    emulator->is_changed[row] = false;
    copy_row(emulator, row, cells + row * emulator->columns);
    bool *marks = emulator->is_written + row * emulator->columns;
    for (int column = 0; column < emulator->columns; column += 1) {
      written += marks[column];
      marks[column] = false;
    }
  }
  return written;
}

size_t terminal_emulator_answers(TerminalEmulator *emulator, char *buffer, size_t size) {
  return vterm.read(emulator->terminal, buffer, size);
}

void terminal_emulator_cursor(TerminalEmulator *emulator, int *column, int *row) {
  Position position = {0, 0};
  vterm.cursor(vterm.state(emulator->terminal), &position);
  *column = position.column;
  *row = position.row;
}
