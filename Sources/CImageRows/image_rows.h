#pragma once

#include <stdbool.h>

#include "CImageRows.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The libraries write the bytes B, G, R, A: a word 0xAARRGGBB on little-endian machines only."
#endif

/// What a format does for the functions in CImageRows.h; `state` begins with its `ImageRows`.
typedef struct ImageRowsCodec {
  size_t state_size;
  /// Finds the size, offers it to `image_rows_accept` before allocating for it, the EXIF and the colors.
  ImageRowsStatus (*open)(ImageRows *rows);
  /// Sets `decoded`, which comes in as the whole size.
  ImageRowsStatus (*start)(ImageRows *rows, ImageRowsSize minimum);
  /// Goes to the next frame; NULL where there is only one picture.
  ImageRowsStatus (*next_frame)(ImageRows *rows, uint32_t *milliseconds);
  /// Reads row `next_row`, which is inside the picture; corrupt and ended both end it there.
  ImageRowsStatus (*read)(ImageRows *rows, uint32_t *row);
  /// Frees what a state holds, however far opening it got.
  void (*close)(ImageRows *rows);
} ImageRowsCodec;

extern const ImageRowsCodec image_rows_jpeg, image_rows_png, image_rows_webp, image_rows_gif;
extern const ImageRowsCodec image_rows_gif_frames, image_rows_webp_frames;
/// Each of these is defined where its library is built in.
extern const ImageRowsCodec image_rows_avif, image_rows_heic, image_rows_tiff;

struct ImageRows {
  const ImageRowsCodec *codec;
  const uint8_t *bytes;
  size_t count;
  ImageRowsLimits limits;
  ImageRowsSize size;
  ImageRowsSize decoded;
  const uint8_t *exif;
  size_t exif_count;
  ImageRowsColors colors;
  bool keeps_inks;
  /// As in EXIF, where the container itself says how to turn the picture; else 0.
  uint16_t orientation;
  uint32_t next_row;
  /// The file breaks off in what refines rows that are there.
  bool lacks_detail;
  /// A row with something of the picture in it was read.
  bool has_content;
  char reason[200];
};

/// Takes the size that a header claims, if it is inside the limits.
ImageRowsStatus image_rows_accept(ImageRows *rows, uint64_t width, uint64_t height);

/// The same for a format whose pictures may be decoded at a smaller size: `fits_decoded` is asked then.
ImageRowsStatus image_rows_accept_scalable(ImageRows *rows, uint64_t width, uint64_t height);

/// Whether that many pixels are inside the limits.
bool image_rows_fits_decoded(const ImageRows *rows, uint64_t width, uint64_t height);

/// Writes down why, and returns corrupt.
ImageRowsStatus image_rows_fail(ImageRows *rows, const char *reason);

/// Where a frame lies on the canvas of an animation, in pixels.
typedef struct ImageRowsFrame {
  uint32_t left, top, width, height;
} ImageRowsFrame;

static inline bool image_rows_frame_has_row(ImageRowsFrame frame, uint32_t row) {
  return row >= frame.top && row - frame.top < frame.height;
}

static inline uint32_t image_rows_pixel(uint32_t red, uint32_t green, uint32_t blue,
                                        uint32_t alpha) {
  return alpha << 24 | red << 16 | green << 8 | blue;
}

/// A pixel made of colors, up to 255, that were multiplied by alpha.
static inline uint32_t image_rows_unmultiplied(uint32_t red, uint32_t green, uint32_t blue,
                                               uint32_t alpha) {
  if (alpha == 0) return 0;
  if (alpha == 255) return image_rows_pixel(red, green, blue, alpha);
  uint32_t half = alpha / 2;
  red = (red * 255 + half) / alpha;
  green = (green * 255 + half) / alpha;
  blue = (blue * 255 + half) / alpha;
  return image_rows_pixel(red < 255 ? red : 255, green < 255 ? green : 255,
                          blue < 255 ? blue : 255, alpha);
}
