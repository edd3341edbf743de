#include "image_rows.h"

#include <stdlib.h>
#include <string.h>

static const ImageRowsCodec *codec_of(ImageRowsFormat format) {
  switch (format) {
  case ImageRowsFormatJpeg:
    return &image_rows_jpeg;
  case ImageRowsFormatPng:
    return &image_rows_png;
  case ImageRowsFormatWebp:
    return &image_rows_webp;
  case ImageRowsFormatGif:
    return &image_rows_gif;
  case ImageRowsFormatGifAnimation:
    return &image_rows_gif_frames;
  case ImageRowsFormatWebpAnimation:
    return &image_rows_webp_frames;
  case ImageRowsFormatAvif:
    return &image_rows_avif;
  case ImageRowsFormatHeic:
    return &image_rows_heic;
  case ImageRowsFormatTiff:
    return &image_rows_tiff;
  }
}

ImageRowsStatus image_rows_prepare(ImageRowsFormat format) {
  const ImageRowsLibrary *library = codec_of(format)->library;
  return library ? image_rows_load(format, library) : ImageRowsStatusReady;
}

const char *image_rows_package(ImageRowsFormat format) {
  const ImageRowsLibrary *library = codec_of(format)->library;
  return library ? library->package : NULL;
}

const char *image_rows_plugin_package(ImageRowsFormat format) {
  const ImageRowsLibrary *library = codec_of(format)->library;
  return library ? library->plugin_package : NULL;
}

void image_rows_describe(ImageRowsFormat format, char *text, size_t size) {
  text[0] = 0;
  if (image_rows_prepare(format) != ImageRowsStatusMissing) codec_of(format)->library->describe(text, size);
}

ImageRowsStatus image_rows_open(ImageRowsFormat format, const uint8_t *bytes, size_t count,
                                ImageRowsLimits limits, ImageRows **out) {
  *out = NULL;
  ImageRowsStatus status = image_rows_prepare(format);
  if (status != ImageRowsStatusReady) return status;
  const ImageRowsCodec *codec = codec_of(format);
  ImageRows *rows = *out = calloc(1, codec->state_size);
  if (!rows) return ImageRowsStatusTooLarge;
  rows->codec = codec;
  rows->bytes = bytes;
  rows->count = count;
  rows->limits = limits;
  return codec->open(rows);
}

ImageRowsSize image_rows_size(const ImageRows *rows) { return rows->size; }

uint16_t image_rows_orientation(const ImageRows *rows) { return rows->orientation; }

const uint8_t *image_rows_exif(const ImageRows *rows, size_t *count) {
  *count = rows->exif_count;
  return rows->exif;
}

const ImageRowsColors *image_rows_colors(const ImageRows *rows) { return &rows->colors; }

void image_rows_keep_inks(ImageRows *rows) { rows->keeps_inks = true; }

ImageRowsStatus image_rows_start(ImageRows *rows, ImageRowsSize minimum, ImageRowsSize *decoded) {
  if (minimum.width > rows->size.width) minimum.width = rows->size.width;
  if (minimum.height > rows->size.height) minimum.height = rows->size.height;
  if (minimum.width == 0) minimum.width = 1;
  if (minimum.height == 0) minimum.height = 1;
  rows->decoded = rows->size;
  ImageRowsStatus status = rows->codec->start(rows, minimum);
  *decoded = rows->decoded;
  return status;
}

/// The status with content taken into account: after content, corruption is an end; without it, an end is an error.
static ImageRowsStatus status_after_content(ImageRows *rows, ImageRowsStatus status) {
  switch (status) {
  case ImageRowsStatusReady:
  case ImageRowsStatusWorking:
  case ImageRowsStatusTooLarge:
  case ImageRowsStatusUnsupported:
  case ImageRowsStatusMissing:
  case ImageRowsStatusPluginMissing:
  case ImageRowsStatusUnknownVersion:
    return status;
  case ImageRowsStatusEnded:
    return rows->has_content ? status : image_rows_fail(rows, "it ends before its first row");
  case ImageRowsStatusCorrupt:
    return rows->has_content ? ImageRowsStatusEnded : status;
  }
}

ImageRowsStatus image_rows_next_frame(ImageRows *rows, uint32_t *milliseconds) {
  if (!rows->codec->next_frame) return ImageRowsStatusEnded;
  ImageRowsStatus status = rows->codec->next_frame(rows, milliseconds);
  if (status == ImageRowsStatusReady) rows->next_row = 0;
  // A later frame over the limit ends the animation.
  if (status == ImageRowsStatusTooLarge && rows->has_content) return ImageRowsStatusEnded;
  return status_after_content(rows, status);
}

ImageRowsStatus image_rows_read(ImageRows *rows, uint32_t *row) {
  if (rows->next_row == rows->decoded.height) return ImageRowsStatusEnded;
  ImageRowsStatus status = rows->codec->read(rows, row);
  if (status == ImageRowsStatusReady) rows->next_row += 1;
  return status_after_content(rows, status);
}

bool image_rows_lacks_detail(const ImageRows *rows) { return rows->lacks_detail; }

const char *image_rows_reason(const ImageRows *rows) { return rows->reason; }

void image_rows_close(ImageRows *rows) {
  if (!rows) return;
  rows->codec->close(rows);
  free(rows);
}

ImageRowsStatus image_rows_accept_scalable(ImageRows *rows, uint64_t width, uint64_t height) {
  if (width == 0 || height == 0) return image_rows_fail(rows, "a side is zero pixels long");
  // Formats have at most 32 bits per side.
  rows->size = (ImageRowsSize){(uint32_t)width, (uint32_t)height};
  bool fits = width <= rows->limits.max_dimension && height <= rows->limits.max_dimension;
  return fits ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

bool image_rows_fits_decoded(const ImageRows *rows, uint64_t width, uint64_t height) {
  return width * height <= rows->limits.max_pixels;
}

ImageRowsStatus image_rows_accept(ImageRows *rows, uint64_t width, uint64_t height) {
  ImageRowsStatus status = image_rows_accept_scalable(rows, width, height);
  if (status != ImageRowsStatusReady) return status;
  return image_rows_fits_decoded(rows, width, height) ? status : ImageRowsStatusTooLarge;
}

ImageRowsStatus image_rows_fail(ImageRows *rows, const char *reason) {
  strncpy(rows->reason, reason, sizeof rows->reason - 1);
  return ImageRowsStatusCorrupt;
}
