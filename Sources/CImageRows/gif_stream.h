#pragma once

#include <gif_lib.h>

#include "image_rows.h"

/// A GIF file as frames of lines of palette indices.
///
/// Every function that can fail says why, and NULL where it did not.
typedef struct GIFStream {
  const uint8_t *bytes;
  size_t count;
  size_t offset;
  GifFileType *gif;
  /// Where the frame in hand lies on the canvas; it may reach beyond it.
  ImageRowsFrame frame;
  bool is_interlaced;
  /// A pixel for each index; indices without a color are transparent.
  uint32_t palette[256];
  /// What becomes of the frame in hand once it was shown (GIF89a, 23).
  int disposal;
  /// How long it is shown, in hundredths of a second.
  uint32_t delay;
} GIFStream;

/// An interlaced frame has every eighth line first, then three times the lines halfway between.
typedef struct GIFPass {
  uint32_t first, every;
} GIFPass;

enum { gif_pass_count = 4 };
extern const GIFPass gif_passes[gif_pass_count];

/// Reads the header. `stream` is zeroed before the call; the caller closes it in every case.
const char *gif_stream_open(GIFStream *stream, const uint8_t *bytes, size_t count);

/// Goes to the next frame, once all lines of the current one are read; fails after the last.
const char *gif_stream_next_frame(GIFStream *stream);

/// Chooses the canvas once the first frame is in hand, as browsers do: the screen that the file claims, or
/// the frame alone where it is larger.
ImageRowsSize gif_stream_choose_canvas(GIFStream *stream);

/// The part of the frame in hand that lies on the canvas, perhaps without any width or height.
ImageRowsFrame gif_stream_visible(const GIFStream *stream, ImageRowsSize canvas);

/// Reads the frame's next line, in the order in which they are stored.
const char *gif_stream_read_line(GIFStream *stream, uint8_t *indices);

void gif_stream_close(GIFStream *stream);
