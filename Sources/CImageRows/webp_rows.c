#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

#include "webp_chunks.h"

/// The bytes of input given to the decoder at once.
static const size_t step = 64 * 1024;

typedef struct WebPRows {
  ImageRows rows;
  WebPDemuxer *demuxer;
  WebPIterator first;
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
  /// The position of the first frame in the decoded picture.
  ImageRowsFrame frame;
  size_t fed;
  bool is_corrupt;
} WebPRows;

static ImageRowsStatus webp_open(ImageRows *rows) {
  WebPRows *self = (WebPRows *)rows;
  WebPData data = {rows->bytes, rows->count};
  WebPDemuxState state;
  self->demuxer = WebPDemuxPartial(&data, &state);
  if (!self->demuxer) return image_rows_fail(rows, "its container is broken");
  uint32_t width = WebPDemuxGetI(self->demuxer, WEBP_FF_CANVAS_WIDTH);
  uint32_t height = WebPDemuxGetI(self->demuxer, WEBP_FF_CANVAS_HEIGHT);
  if (!WebPDemuxGetFrame(self->demuxer, 1, &self->first)) {
    return image_rows_fail(rows, "it has no frame");
  }
  ImageRowsStatus status = image_rows_accept(rows, width, height);
  if (status != ImageRowsStatusReady) return status;

  // The container and the bit stream each state a size, which must be equal.
  const WebPIterator *first = &self->first;
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(first->fragment.bytes, first->fragment.size, &features) != VP8_STATUS_OK ||
      features.width != first->width || features.height != first->height) {
    return image_rows_fail(rows, "its first frame has no valid header");
  }
  if (first->x_offset < 0 || first->y_offset < 0 ||
      (uint64_t)first->x_offset + first->width > width ||
      (uint64_t)first->y_offset + first->height > height) {
    return image_rows_fail(rows, "its first frame lies outside the picture");
  }
  image_rows_find_webp_chunks(rows, self->demuxer);
  return ImageRowsStatusReady;
}

static ImageRowsStatus webp_start(ImageRows *rows, ImageRowsSize minimum) {
  WebPRows *self = (WebPRows *)rows;
  const WebPIterator *first = &self->first;
  self->frame = (ImageRowsFrame){first->x_offset, first->y_offset, first->width, first->height};
  if (!WebPInitDecoderConfig(&self->config)) return image_rows_fail(rows, "libwebp is too old");
  self->config.output.colorspace = MODE_BGRA;
  bool is_whole = self->frame.width == rows->size.width && self->frame.height == rows->size.height;
  bool is_smaller = minimum.width < rows->size.width || minimum.height < rows->size.height;
  if (is_whole && is_smaller) {
    // libwebp scales by area averages while it decodes, so that the whole picture is never in
    // memory.
    self->config.options.use_scaling = 1;
    self->config.options.scaled_width = minimum.width;
    self->config.options.scaled_height = minimum.height;
    self->frame.width = minimum.width;
    self->frame.height = minimum.height;
    rows->decoded = minimum;
  }
  self->decoder = WebPIDecode(NULL, 0, &self->config);
  return self->decoder ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

/// Gives the decoder its next bytes; after an error the finished rows remain.
static void feed(WebPRows *self) {
  size_t size = self->first.fragment.size;
  self->fed = size - self->fed > step ? self->fed + step : size;
  VP8StatusCode status = WebPIUpdate(self->decoder, self->first.fragment.bytes, self->fed);
  if (status == VP8_STATUS_OK || status == VP8_STATUS_SUSPENDED) return;
  self->is_corrupt = true;
  self->fed = size;
  image_rows_fail(&self->rows, status == VP8_STATUS_OUT_OF_MEMORY ? "libwebp is out of memory"
                                                                  : "its bit stream is broken");
}

static ImageRowsStatus webp_read(ImageRows *rows, uint32_t *row) {
  WebPRows *self = (WebPRows *)rows;
  if (!image_rows_frame_has_row(self->frame, rows->next_row)) {
    memset(row, 0, rows->decoded.width * sizeof *row);
    return ImageRowsStatusReady;
  }
  uint32_t line = rows->next_row - self->frame.top;
  int finished = 0, stride = 0;
  const uint8_t *pixels = WebPIDecGetRGB(self->decoder, &finished, NULL, NULL, &stride);
  if (!pixels || (uint32_t)finished <= line) {
    if (self->fed == self->first.fragment.size) {
      return self->is_corrupt ? ImageRowsStatusCorrupt : ImageRowsStatusEnded;
    }
    feed(self);
    return ImageRowsStatusWorking;
  }
  memset(row, 0, rows->decoded.width * sizeof *row);
  memcpy(row + self->frame.left, pixels + (size_t)line * stride, self->frame.width * sizeof *row);
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void webp_close(ImageRows *rows) {
  WebPRows *self = (WebPRows *)rows;
  WebPIDelete(self->decoder);
  WebPFreeDecBuffer(&self->config.output);
  WebPDemuxReleaseIterator(&self->first);
  WebPDemuxDelete(self->demuxer);
}

const ImageRowsCodec image_rows_webp = {
    .state_size = sizeof(WebPRows),
    .open = webp_open,
    .start = webp_start,
    .read = webp_read,
    .close = webp_close,
};
