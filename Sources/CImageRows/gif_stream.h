#pragma once

#include <gif_lib.h>

#include "image_rows.h"

/// A GIF file as frames of lines of palette indexes.
///
/// Functions that can fail return the reason, or NULL on success.
typedef struct GIFStream {
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  GifFileType *gif;
  /// The position of the current frame on the canvas; may extend beyond it.
  ImageRowsFrame frame;
  bool is_interlaced;
  /// A pixel for each index; indexes without a color are transparent.
  uint32_t palette[256];
  /// The disposal method of the current frame (GIF89a, 23).
  int disposal;
  /// The display time in hundredths of a second.
  uint32_t delay;
} GIFStream;

/// An interlace pass: first every eighth line, then three times the lines halfway between.
typedef struct GIFPass {
  uint32_t first, every;
} GIFPass;

enum { gif_pass_count = 4 };
extern const GIFPass gif_passes[gif_pass_count];

/// Reads the header. `stream` must be zeroed; the caller closes it even after a failure.
const char *gif_stream_open(GIFStream *stream, const uint8_t *bytes, size_t count);

/// Advances to the next frame, once all lines of the current one are read; fails after the last.
const char *gif_stream_next_frame(GIFStream *stream);

/// Chooses the canvas after the first frame is found, like browsers: the stated screen, or the frame alone if larger.
ImageRowsSize gif_stream_choose_canvas(GIFStream *stream);

/// The part of the current frame on the canvas, possibly empty.
ImageRowsFrame gif_stream_visible(const GIFStream *stream, ImageRowsSize canvas);

/// Reads the frame's next line, in stored order.
const char *gif_stream_read_line(GIFStream *stream, uint8_t *indices);

void gif_stream_close(GIFStream *stream);
