#include <string.h>

#include <webp/decode.h>

#include "webp_chunks.h"

/// All frames in turn, put together by libwebpdemux.
typedef struct WebPFrames {
  ImageRows rows;
  WebPAnimDecoder *decoder;
  /// The frame in hand, the decoder's; NULL before the first.
  const uint8_t *canvas;
  /// When the frame in hand ends, from the start of the animation.
  uint32_t end;
} WebPFrames;

/// Takes the canvas, twice, and finds all frames and the EXIF.
static ImageRowsStatus open_decoder(WebPFrames *self) {
  ImageRows *rows = &self->rows;
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
  // The sum of durations may wrap; the difference is right even so.
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
  WebPAnimDecoderDelete(((WebPFrames *)rows)->decoder);
}

const ImageRowsCodec image_rows_webp_frames = {
    .state_size = sizeof(WebPFrames),
    .open = webp_open,
    .start = webp_start,
    .next_frame = webp_next_frame,
    .read = webp_read,
    .close = webp_close,
};
