#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of libavif's public ABI that is used here, so that a build needs no headers of it.
//
// Structures have the layout that 0.11 and 1.x share on 64-bit machines. The members that moved in 1.0 are reached by
// an `AVIFLayout`. From 1.0 on, the library only adds members at the end.

typedef struct avifData {
  uint8_t *data;
  size_t size;
} avifData;

typedef struct avifImage {
  uint32_t width, height, depth;
  int yuv_format;
  uint8_t planes[72];
  avifData icc;
  uint16_t primaries, transfer;
} avifImage;

typedef struct avifDecoder {
  int codec, max_threads, requested_source;
  int allows_progressive, allows_incremental;
  int ignores_exif, ignores_xmp;
  uint32_t image_size_limit;
  uint8_t other_limits[8];
  uint32_t strict_flags;
  avifImage *image;
  uint8_t state[104];
  /// The reason of a failure; empty if there is none.
  char problem[256];
} avifDecoder;

/// The beginning of the description of pixels; `size` leaves room for later versions.
typedef union avifRGBImage {
  struct {
    uint32_t width, height, depth;
    int format, chroma_upsampling;
  };
  uint8_t size[256];
} avifRGBImage;

typedef struct avifCropRect {
  uint32_t x, y, width, height;
} avifCropRect;

enum {
  AVIF_OK = 0,
  AVIF_OUT_OF_MEMORY = 26,
  AVIF_YUV400 = 4,
  AVIF_BGRA = 4,
  AVIF_UPSAMPLING_FASTEST = 1,
  AVIF_TRANSFORM_IROT = 4,
  AVIF_TRANSFORM_IMIR = 8,
  /// AVIF_DEFAULT_IMAGE_SIZE_LIMIT, in pixels.
  AVIF_MOST_PIXELS = 1 << 28,
};

/// Offsets of members that differ between versions.
typedef struct AVIFLayout {
  size_t transform_flags, rotation, mirror, exif;
  size_t pixels, row_bytes;
} AVIFLayout;

static_assert(offsetof(avifImage, icc) == 88 && offsetof(avifImage, transfer) == 106, "as in libavif");
static_assert(offsetof(avifDecoder, image) == 48 && offsetof(avifDecoder, problem) == 160, "as in libavif");

#define AVIF_FUNCTIONS(F)                                                                          \
  F(const char *, avifVersion, (void))                                                             \
  F(const char *, avifResultToString, (int result))                                                \
  F(avifDecoder *, avifDecoderCreate, (void))                                                      \
  F(void, avifDecoderDestroy, (avifDecoder *))                                                     \
  F(int, avifDecoderSetIOMemory, (avifDecoder *, const uint8_t *bytes, size_t count))              \
  F(int, avifDecoderParse, (avifDecoder *))                                                        \
  F(int, avifDecoderNextImage, (avifDecoder *))                                                    \
  F(avifImage *, avifImageCreateEmpty, (void))                                                     \
  F(void, avifImageDestroy, (avifImage *))                                                         \
  F(int, avifImageSetViewRect, (avifImage *, const avifImage *whole, const avifCropRect *))        \
  F(void, avifRGBImageSetDefaults, (avifRGBImage *, const avifImage *))                            \
  F(int, avifImageYUVToRGB, (const avifImage *, avifRGBImage *))
