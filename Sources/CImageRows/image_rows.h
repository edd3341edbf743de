#pragma once

#include <stdbool.h>

#include "CImageRows.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The libraries write the bytes B, G, R, A: a word 0xAARRGGBB on little-endian machines only."
#endif

/// A library that is opened when the first picture needs it, because it may be missing, and each linked library delays
/// every start.
typedef struct ImageRowsLibrary {
  /// The Debian packages that contain it, as a person would install them.
  const char *package;
  /// The Debian package of its plugin for the format; NULL if it needs none.
  const char *plugin_package;
  /// File names, the preferred one first, ending with NULL.
  const char *names[3];
  /// Finds the functions, and checks plugin and version.
  ImageRowsStatus (*find)(void *library);
  /// Writes name and version, if `find` found them.
  void (*describe)(char *text, size_t size);
} ImageRowsLibrary;

/// A function of a library, as a member of a struct; and a search for it, as a part of a condition.
#define IMAGE_ROWS_MEMBER(result, name, parameters) result(*name) parameters;
#define IMAGE_ROWS_FIND(result, name, parameters) (functions.name = dlsym(library, #name)) &&

/// Opens a library once; the status is the one of `find`, or missing.
ImageRowsStatus image_rows_load(ImageRowsFormat format, const ImageRowsLibrary *library);

/// Opens the format's library if necessary, and writes its name and version; empty if it is missing.
void image_rows_describe(ImageRowsFormat format, char *text, size_t size);

/// A format's implementation of the functions in CImageRows.h; `state` begins with its `ImageRows`.
typedef struct ImageRowsCodec {
  /// The library to open first; NULL if it is linked.
  const ImageRowsLibrary *library;
  size_t state_size;
  /// Finds the size, passes it to `image_rows_accept` before allocating memory for it, and finds EXIF and colors.
  ImageRowsStatus (*open)(ImageRows *rows);
  /// Sets `decoded`, which is initially the whole size.
  ImageRowsStatus (*start)(ImageRows *rows, ImageRowsSize minimum);
  /// Advances to the next frame; NULL for formats with a single picture.
  ImageRowsStatus (*next_frame)(ImageRows *rows, uint32_t *milliseconds);
  /// Reads row `next_row`, which is inside the picture; corrupt and ended both end the picture.
  ImageRowsStatus (*read)(ImageRows *rows, uint32_t *row);
  /// Frees the state, even after a failed open.
  void (*close)(ImageRows *rows);
} ImageRowsCodec;

extern const ImageRowsCodec image_rows_jpeg, image_rows_png, image_rows_webp, image_rows_gif;
extern const ImageRowsCodec image_rows_gif_frames, image_rows_webp_frames;
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
  /// The EXIF orientation stated by the container; 0 for none.
  uint16_t orientation;
  uint32_t next_row;
  /// Whether the file ends within refinements of existing rows.
  bool lacks_detail;
  /// Whether a row with content was read.
  bool has_content;
  char reason[200];
};

/// Sets the size stated by a header, if it is within the limits.
ImageRowsStatus image_rows_accept(ImageRows *rows, uint64_t width, uint64_t height);

/// The same for a format that may decode at a smaller size, for which `fits_decoded` is checked later.
ImageRowsStatus image_rows_accept_scalable(ImageRows *rows, uint64_t width, uint64_t height);

/// Whether a number of pixels is within the limits.
bool image_rows_fits_decoded(const ImageRows *rows, uint64_t width, uint64_t height);

/// Records a reason, and returns corrupt.
ImageRowsStatus image_rows_fail(ImageRows *rows, const char *reason);

/// The position of a frame on an animation's canvas, in pixels.
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

/// A pixel from premultiplied colors, each up to 255.
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
