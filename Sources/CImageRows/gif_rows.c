#include <stdlib.h>
#include <string.h>

#include "gif_stream.h"

/// The first frame.
typedef struct GIFRows {
  ImageRows rows;
  GIFStream stream;
  /// Palette indexes of one line, or of the whole frame if it is interlaced.
  uint8_t *indices;
  /// The current interlace pass, and its next line.
  int pass;
  uint32_t pass_line;
  /// The first line without data.
  uint32_t first_missing_line;
} GIFRows;

static ImageRowsStatus gif_open(ImageRows *rows) {
  GIFStream *stream = &((GIFRows *)rows)->stream;
  const char *problem = gif_stream_open(stream, rows->bytes, rows->count);
  if (!problem) problem = gif_stream_next_frame(stream);
  if (problem) return image_rows_fail(rows, problem);
  ImageRowsSize canvas = gif_stream_choose_canvas(stream);
  return image_rows_accept(rows, canvas.width, canvas.height);
}

static ImageRowsStatus gif_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)minimum;
  GIFRows *self = (GIFRows *)rows;
  ImageRowsFrame frame = self->stream.frame;
  self->first_missing_line = frame.height;
  self->indices = calloc(self->stream.is_interlaced ? frame.height : 1, frame.width);
  return self->indices ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

/// Reads one line of an interlaced frame, and repeats it until the next line of its pass. So every
/// part of a truncated file shows something.
static ImageRowsStatus read_interlaced_line(GIFRows *self) {
  uint32_t first = gif_passes[self->pass].first, every = gif_passes[self->pass].every;
  uint32_t line = self->pass_line + first;
  uint32_t width = self->stream.frame.width, height = self->stream.frame.height;
  if (line >= height) {
    self->pass += 1;
    self->pass_line = 0;
    return ImageRowsStatusWorking;
  }
  uint8_t *indices = self->indices + (size_t)line * width;
  const char *problem = gif_stream_read_line(&self->stream, indices);
  if (problem) {
    if (self->pass == 0) self->first_missing_line = line;
    self->pass = gif_pass_count;
    self->rows.lacks_detail = true;
    image_rows_fail(&self->rows, problem);
    return ImageRowsStatusWorking;
  }
  uint32_t gap = self->pass == 0 ? every : every / 2;
  for (uint32_t i = 1; i < gap && line + i < height; i += 1) {
    memcpy(indices + (size_t)i * width, indices, width);
  }
  self->pass_line += every;
  return ImageRowsStatusWorking;
}

static ImageRowsStatus gif_read(ImageRows *rows, uint32_t *row) {
  GIFRows *self = (GIFRows *)rows;
  GIFStream *stream = &self->stream;
  if (stream->is_interlaced && self->pass < gif_pass_count) return read_interlaced_line(self);
  memset(row, 0, rows->decoded.width * sizeof *row);
  if (!image_rows_frame_has_row(stream->frame, rows->next_row)) return ImageRowsStatusReady;

  uint32_t line = rows->next_row - stream->frame.top, width = stream->frame.width;
  const uint8_t *indices = self->indices;
  if (stream->is_interlaced) {
    if (line >= self->first_missing_line) return ImageRowsStatusCorrupt;
    indices += (size_t)line * width;
  } else {
    const char *problem = gif_stream_read_line(stream, self->indices);
    if (problem) return image_rows_fail(rows, problem);
  }
  ImageRowsFrame visible = gif_stream_visible(stream, rows->size);
  row += visible.left;
  for (uint32_t x = 0; x < visible.width; x += 1) row[x] = stream->palette[indices[x]];
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void gif_close(ImageRows *rows) {
  GIFRows *self = (GIFRows *)rows;
  free(self->indices);
  gif_stream_close(&self->stream);
}

const ImageRowsCodec image_rows_gif = {
    .state_size = sizeof(GIFRows),
    .open = gif_open,
    .start = gif_start,
    .read = gif_read,
    .close = gif_close,
};
