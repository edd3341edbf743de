#include <stdlib.h>
#include <string.h>

#include "gif_stream.h"

/// The lines drawn per step.
static const int lines_per_step = 32;

/// The disposal methods of a frame; all others leave it in place.
enum { dispose_to_transparent = 2, dispose_to_previous = 3 };

/// All frames one after another, composed on one canvas.
typedef struct GIFFrames {
  ImageRows rows;
  GIFStream stream;
  /// Whether the current frame is the first, found by opening and not requested yet.
  bool is_first;
  /// Whether the current frame is completely on the canvas.
  bool is_drawn;
  /// Whether the file ends inside the current frame.
  bool is_last;
  uint32_t *canvas;
  /// The canvas before a frame that will be removed; NULL before the first such frame.
  uint32_t *backup;
  /// The palette indexes of one line.
  uint8_t *indices;
  /// The current interlace pass, and the frame's next line.
  int pass;
  uint32_t line;
  /// The number of drawn lines of the current frame.
  uint32_t drawn_count;
} GIFFrames;

static ImageRowsStatus gif_open(ImageRows *rows) {
  GIFFrames *self = (GIFFrames *)rows;
  const char *problem = gif_stream_open(&self->stream, rows->bytes, rows->count);
  if (!problem) problem = gif_stream_next_frame(&self->stream);
  if (problem) return image_rows_fail(rows, problem);
  self->is_first = true;
  self->is_drawn = true;
  ImageRowsSize canvas = gif_stream_choose_canvas(&self->stream);
  return image_rows_accept(rows, canvas.width, canvas.height);
}

static ImageRowsStatus gif_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)minimum;
  GIFFrames *self = (GIFFrames *)rows;
  self->canvas = calloc((size_t)rows->size.width * rows->size.height, sizeof *self->canvas);
  return self->canvas ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

static ImageRowsFrame visible(const GIFFrames *self) {
  return gif_stream_visible(&self->stream, self->rows.size);
}

/// Disposes of the current frame by its disposal method.
static void dispose(GIFFrames *self) {
  int disposal = self->stream.disposal;
  if (disposal != dispose_to_transparent && disposal != dispose_to_previous) return;
  ImageRowsFrame frame = visible(self);
  for (uint32_t y = frame.top; y < frame.top + frame.height; y += 1) {
    size_t start = (size_t)y * self->rows.size.width + frame.left;
    if (disposal == dispose_to_previous) {
      memcpy(self->canvas + start, self->backup + start, frame.width * sizeof *self->canvas);
    } else {
      memset(self->canvas + start, 0, frame.width * sizeof *self->canvas);
    }
  }
}

/// Prepares to draw the frame at the stream's position.
static ImageRowsStatus begin(GIFFrames *self) {
  ImageRowsFrame frame = self->stream.frame;
  if ((uint64_t)frame.width * frame.height > self->rows.limits.max_pixels) {
    return ImageRowsStatusTooLarge;
  }
  uint8_t *indices = realloc(self->indices, frame.width);
  if (!indices) return ImageRowsStatusTooLarge;
  self->indices = indices;
  if (self->stream.disposal == dispose_to_previous) {
    size_t size = (size_t)self->rows.size.width * self->rows.size.height * sizeof *self->backup;
    if (!self->backup) self->backup = malloc(size);
    if (!self->backup) return ImageRowsStatusTooLarge;
    memcpy(self->backup, self->canvas, size);
  }
  self->is_drawn = false;
  self->pass = 0;
  self->line = 0;
  self->drawn_count = 0;
  return ImageRowsStatusReady;
}

/// Advances to the line that is stored next.
static void step(GIFFrames *self) {
  if (!self->stream.is_interlaced) {
    self->line += 1;
    return;
  }
  self->line += gif_passes[self->pass].every;
  while (self->line >= self->stream.frame.height && self->pass + 1 < gif_pass_count) {
    self->pass += 1;
    self->line = gif_passes[self->pass].first;
  }
}

static void draw_line(GIFFrames *self) {
  ImageRowsFrame part = visible(self);
  if (self->line >= part.height) return;
  uint32_t *row =
      self->canvas + (size_t)(part.top + self->line) * self->rows.size.width + part.left;
  for (uint32_t x = 0; x < part.width; x += 1) {
    uint32_t pixel = self->stream.palette[self->indices[x]];
    if (pixel) row[x] = pixel;
  }
}

/// Draws some lines; a truncated frame is the last, and is shown as far as available.
static ImageRowsStatus draw(GIFFrames *self) {
  for (int i = 0; i < lines_per_step; i += 1) {
    const char *problem = gif_stream_read_line(&self->stream, self->indices);
    if (problem) {
      self->is_drawn = true;
      self->is_last = true;
      image_rows_fail(&self->rows, problem);
      return self->drawn_count > 0 ? ImageRowsStatusWorking : ImageRowsStatusCorrupt;
    }
    draw_line(self);
    self->rows.has_content = true;
    self->drawn_count += 1;
    if (self->drawn_count == self->stream.frame.height) {
      self->is_drawn = true;
      return ImageRowsStatusWorking;
    }
    step(self);
  }
  return ImageRowsStatusWorking;
}

static ImageRowsStatus gif_next_frame(ImageRows *rows, uint32_t *milliseconds) {
  GIFFrames *self = (GIFFrames *)rows;
  if (!self->is_drawn) return draw(self);
  if (self->is_last) return ImageRowsStatusEnded;
  if (!self->is_first) {
    dispose(self);
    const char *problem = gif_stream_next_frame(&self->stream);
    if (problem) {
      self->is_last = true;
      return image_rows_fail(rows, problem);
    }
  }
  self->is_first = false;
  *milliseconds = self->stream.delay * 10;
  ImageRowsStatus status = begin(self);
  self->is_last = status != ImageRowsStatusReady;
  return status;
}

static ImageRowsStatus gif_read(ImageRows *rows, uint32_t *row) {
  GIFFrames *self = (GIFFrames *)rows;
  if (!self->is_drawn) return draw(self);
  size_t width = rows->size.width;
  memcpy(row, self->canvas + rows->next_row * width, width * sizeof *row);
  return ImageRowsStatusReady;
}

static void gif_close(ImageRows *rows) {
  GIFFrames *self = (GIFFrames *)rows;
  free(self->canvas);
  free(self->backup);
  free(self->indices);
  gif_stream_close(&self->stream);
}

const ImageRowsCodec image_rows_gif_frames = {
    .state_size = sizeof(GIFFrames),
    .open = gif_open,
    .start = gif_start,
    .next_frame = gif_next_frame,
    .read = gif_read,
    .close = gif_close,
};
