/// A terminal's screen in memory, by libvterm. The first emulator loads the library, because each linked library delays
/// every start.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TerminalEmulator TerminalEmulator;

/// A cell as `Raster` has it: a scalar, 0 in the right half of a wide glyph; two colors; a style.
///
/// Colors are 0x00RRGGBB, 0xAA0000II for index II of the palette, or 0xFF000000 for the default.
typedef struct {
  uint32_t glyph, foreground, background, style;
} EmulatedCell;

/// Creates a terminal; returns NULL if libvterm is not installed.
TerminalEmulator *terminal_emulator_create(int columns, int rows);
void terminal_emulator_free(TerminalEmulator *emulator);

/// Changes the size; the next update copies every row.
void terminal_emulator_resize(TerminalEmulator *emulator, int columns, int rows);

/// Obeys what a program has written; sequences may be cut anywhere.
void terminal_emulator_feed(TerminalEmulator *emulator, const void *bytes, size_t count);

/// Copies the rows that may have changed since the last update into an array of all cells.
///
/// Returns the number of cells that were written since then, whether or not they look different.
size_t terminal_emulator_update(TerminalEmulator *emulator, EmulatedCell *cells);

/// Takes the answers to queries; returns the number of bytes.
size_t terminal_emulator_answers(TerminalEmulator *emulator, char *buffer, size_t size);

void terminal_emulator_cursor(TerminalEmulator *emulator, int *column, int *row);
