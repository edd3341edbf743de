#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

#include "webp_chunks.h"

/// All frames one after another, composed by libwebpdemux.
typedef struct WebPFrames {
  ImageRows rows;
  WebPAnimDecoder *decoder;
  /// The complete chunks of a truncated file as a file of their own; NULL for a complete file.
  uint8_t *whole_chunks;
  /// The current frame, owned by the decoder; NULL before the first.
  const uint8_t *canvas;
  /// The end time of the current frame, from the start of the animation.
  uint32_t end;
} WebPFrames;

enum { riff_header_size = 12, chunk_header_size = 8 };

static uint32_t number_at(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// The end of the last complete chunk: the end of the file unless it is truncated.
static size_t end_of_whole_chunks(const ImageRows *rows) {
  size_t offset = riff_header_size;
  while (rows->count - offset >= chunk_header_size) {
    uint64_t size = number_at(rows->bytes + offset + 4);
    uint64_t end = offset + chunk_header_size + size + size % 2;
    if (end > rows->count) break;
    offset = (size_t)end;
  }
  return offset;
}

/// Removes the truncated chunk at the end, because the library rejects such a file.
static bool drop_broken_chunk(WebPFrames *self) {
  ImageRows *rows = &self->rows;
  uint64_t claimed = (uint64_t)number_at(rows->bytes + 4) + chunk_header_size;
  // Some programs count a last padding byte that they do not write.
  if (claimed <= rows->count + 1) return true;
  size_t count = end_of_whole_chunks(rows);
  self->whole_chunks = malloc(count);
  if (!self->whole_chunks) return false;
  memcpy(self->whole_chunks, rows->bytes, count);
  uint32_t size = (uint32_t)(count - chunk_header_size);
  for (int i = 0; i < 4; i += 1) self->whole_chunks[4 + i] = (uint8_t)(size >> 8 * i);
  rows->bytes = self->whole_chunks;
  rows->count = count;
  return true;
}

/// Allocates the canvas, twice, and finds all frames and the EXIF.
static ImageRowsStatus open_decoder(WebPFrames *self) {
  ImageRows *rows = &self->rows;
  if (!drop_broken_chunk(self)) return ImageRowsStatusTooLarge;
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) return image_rows_fail(rows, "libwebp is too old");
  options.color_mode = MODE_BGRA;
  WebPData data = {rows->bytes, rows->count};
  self->decoder = WebPAnimDecoderNew(&data, &options);
  if (!self->decoder) return image_rows_fail(rows, "its frames are incomplete");
  WebPAnimInfo info;
  if (!WebPAnimDecoderGetInfo(self->decoder, &info) || info.canvas_width != rows->size.width ||
      info.canvas_height != rows->size.height) {
    return image_rows_fail(rows, "container and bit stream disagree on its size");
  }
  image_rows_find_webp_chunks(rows, WebPAnimDecoderGetDemuxer(self->decoder));
  return ImageRowsStatusReady;
}

static ImageRowsStatus webp_open(ImageRows *rows) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(rows->bytes, rows->count, &features) != VP8_STATUS_OK) {
    return image_rows_fail(rows, "its container is broken");
  }
  uint32_t width = features.width > 0 ? (uint32_t)features.width : 0;
  uint32_t height = features.height > 0 ? (uint32_t)features.height : 0;
  ImageRowsStatus status = image_rows_accept(rows, width, height);
  if (status != ImageRowsStatusReady) return status;
  // The library counts a canvas's bytes in 31 bits.
  if ((uint64_t)width * height > INT32_MAX / sizeof(uint32_t)) return ImageRowsStatusTooLarge;
  return open_decoder((WebPFrames *)rows);
}

static ImageRowsStatus webp_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)rows;
  (void)minimum;
  return ImageRowsStatusReady;
}

static ImageRowsStatus webp_next_frame(ImageRows *rows, uint32_t *milliseconds) {
  WebPFrames *self = (WebPFrames *)rows;
  if (!WebPAnimDecoderHasMoreFrames(self->decoder)) return ImageRowsStatusEnded;
  uint8_t *canvas = NULL;
  int end = 0;
  if (!WebPAnimDecoderGetNext(self->decoder, &canvas, &end)) {
    return image_rows_fail(rows, "its bit stream is broken");
  }
  self->canvas = canvas;
  // The sum of durations may wrap, but the difference is still correct.
  *milliseconds = (uint32_t)end - self->end;
  self->end = (uint32_t)end;
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static ImageRowsStatus webp_read(ImageRows *rows, uint32_t *row) {
  WebPFrames *self = (WebPFrames *)rows;
  if (!self->canvas) return ImageRowsStatusEnded;
  size_t stride = rows->size.width * sizeof *row;
  memcpy(row, self->canvas + rows->next_row * stride, stride);
  return ImageRowsStatusReady;
}

static void webp_close(ImageRows *rows) {
  WebPFrames *self = (WebPFrames *)rows;
  WebPAnimDecoderDelete(self->decoder);
  free(self->whole_chunks);
}

const ImageRowsCodec image_rows_webp_frames = {
    .state_size = sizeof(WebPFrames),
    .open = webp_open,
    .start = webp_start,
    .next_frame = webp_next_frame,
    .read = webp_read,
    .close = webp_close,
};
