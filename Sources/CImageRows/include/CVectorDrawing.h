#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SVG, drawn by librsvg in a child of this process: a small file may ask for more time, memory or nesting than there
// is, and librsvg can neither be interrupted nor limited.

/// Whether librsvg was built in.
bool vector_drawing_is_built(void);

/// Writes the name and the version of the library; nothing where it is not built in.
void vector_drawing_library(char *text, size_t size);

typedef struct VectorDrawing VectorDrawing;

/// Starts to draw all of a file, fitted into a size; NULL where there is no memory or no process.
///
/// It may take that many seconds of processor time, and twice as long on the wall: a machine may be busy.
/// The bytes need not outlive the call. The file names no other file and no server: librsvg refuses all that is not
/// in the file, because it is not told where the file is.
VectorDrawing *vector_drawing_start(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                    uint32_t seconds);

typedef enum __attribute__((enum_extensibility(closed))) VectorDrawingStatus : int {
  VectorDrawingStatusWorking,
  VectorDrawingStatusReady,
  VectorDrawingStatusFailed,
} VectorDrawingStatus;

/// Waits a few milliseconds for the drawing.
VectorDrawingStatus vector_drawing_wait(VectorDrawing *drawing);

/// Copies a row of a drawing that is ready: one word 0xAARRGGBB a pixel, straight alpha.
void vector_drawing_row(const VectorDrawing *drawing, uint32_t row, uint32_t *pixels);

/// Why it failed, in English.
const char *vector_drawing_reason(const VectorDrawing *drawing);

/// Stops it if it is not ready, and frees everything; NULL is allowed.
void vector_drawing_end(VectorDrawing *drawing);
