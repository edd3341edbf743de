#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Compressed pictures as rows of pixels, pulled one at a time.
//
// The C libraries behind it report errors by longjmp, by return codes and by callbacks, and
// want their input in as many ways. Here they look alike: open, start, read until the rows end,
// close. Nothing is scaled beyond what a library does for free while it decodes.
//
// A picture belongs to one thread at a time; different pictures share nothing.

#define IMAGE_ROWS_CLOSED_ENUM __attribute__((enum_extensibility(closed)))

typedef enum IMAGE_ROWS_CLOSED_ENUM ImageRowsFormat : int {
  ImageRowsFormatJpeg,
  ImageRowsFormatPng,
  ImageRowsFormatWebp,
  ImageRowsFormatGif,
  /// All frames of a GIF or a WebP in turn, where the formats alone have the first one.
  ImageRowsFormatGifAnimation,
  ImageRowsFormatWebpAnimation,
  ImageRowsFormatAvif,
  ImageRowsFormatHeic,
  ImageRowsFormatTiff,
} ImageRowsFormat;

typedef enum IMAGE_ROWS_CLOSED_ENUM ImageRowsStatus : int {
  /// What was asked for is there.
  ImageRowsStatusReady,
  /// A bounded piece of work was done, but no row is finished yet: read again.
  ImageRowsStatusWorking,
  /// There are no more rows, because they were all read or because the file ends here.
  ImageRowsStatusEnded,
  /// The picture, or the memory that decoding it takes, exceeds the limits.
  ImageRowsStatusTooLarge,
  /// Not one row can be had; `image_rows_reason` says why.
  ImageRowsStatusCorrupt,
  /// The file may be sound, but its library does not read this variety of the format; `image_rows_reason`
  /// names it.
  ImageRowsStatusUnsupported,
} ImageRowsStatus;

typedef struct ImageRowsLimits {
  /// Width times height of what is decoded; a JPEG may be decoded at an eighth of either side. A decoder
  /// that must keep the whole picture takes four bytes per pixel.
  uint64_t max_pixels;
  /// Width, and height; at most 65535.
  uint32_t max_dimension;
} ImageRowsLimits;

typedef struct ImageRowsSize {
  uint32_t width;
  uint32_t height;
} ImageRowsSize;

/// The channels that a file stores.
typedef enum IMAGE_ROWS_CLOSED_ENUM ImageRowsChannels : int {
  ImageRowsChannelsColor,
  ImageRowsChannelsGray,
  ImageRowsChannelsInks,
} ImageRowsChannels;

/// What a file says of its colors, unchecked; zero where it says nothing.
typedef struct ImageRowsColors {
  ImageRowsChannels channels;
  /// An ICC profile, NULL where there is none.
  const uint8_t *profile;
  size_t profile_count;
  /// The code points of ITU-T H.273.
  uint8_t primaries;
  uint8_t transfer;
  /// A chunk says that the colors are those of sRGB.
  bool is_srgb;
  /// The exponent from light to values, times 100,000.
  uint32_t gamma;
  /// The coordinates x and y of white, red, green and blue, times 100,000.
  uint32_t chromaticities[8];
} ImageRowsColors;

typedef struct ImageRows ImageRows;

/// Whether the format's library was built in. Those of AVIF, HEIC and TIFF are optional.
bool image_rows_is_built(ImageRowsFormat format);

/// Writes the name and the version of a format's library; nothing for one that is not built in.
void image_rows_library(ImageRowsFormat format, char *text, size_t size);

/// Reads the header of the picture in `bytes`, which must stay where they are until the close.
///
/// The format must be built in. The size is checked against the limits before anything is
/// allocated for it. The pixels of a JPEG count as they are decoded, so `image_rows_start`
/// checks those. The caller closes `*rows` whatever the status is; it is NULL only without memory.
ImageRowsStatus image_rows_open(ImageRowsFormat format, const uint8_t *bytes, size_t count,
                                ImageRowsLimits limits, ImageRows **rows);

/// The whole picture's size as stored, before any orientation; zero until it is known.
ImageRowsSize image_rows_size(const ImageRows *rows);

/// The EXIF orientation that the container itself states; 0 where it does not.
uint16_t image_rows_orientation(const ImageRows *rows);

/// The picture's EXIF block, NULL where it has none; valid until the first read. That of a PNG is not looked
/// for, because it may be behind the pixels.
const uint8_t *image_rows_exif(const ImageRows *rows, size_t *count);

/// What the file says of its colors, valid until the first read.
const ImageRowsColors *image_rows_colors(const ImageRows *rows);

/// Asks for the inks of a picture that is stored as inks, before its first row: the bytes cyan, magenta, yellow,
/// black of a word in memory, 255 for all of an ink. Without this call they become pixels by a rule of thumb.
void image_rows_keep_inks(ImageRows *rows);

/// Prepares for reading at a size that the format decodes cheaply: the smallest that is at least
/// `minimum` in both directions. `*decoded` is that size.
///
/// JPEG offers an eighth, a quarter and half of the whole size, WebP any size; the others are
/// always read whole.
ImageRowsStatus image_rows_start(ImageRows *rows, ImageRowsSize minimum, ImageRowsSize *decoded);

/// Goes to the next frame of an animation, whose rows are then read from the top. Call it before the
/// first row, and after each frame, read to its end or not. The frame is shown for `*milliseconds`, 0
/// where the file does not say.
///
/// Each frame is a whole picture, composed with those before it as the format says. Of a GIF, one call
/// draws some dozen rows of the rest of the last frame and returns the status "working". Of a WebP, it
/// decodes a whole frame. The frames end where the file breaks off.
ImageRowsStatus image_rows_next_frame(ImageRows *rows, uint32_t *milliseconds);

/// Reads the next row, top to bottom: one word 0xAARRGGBB a pixel, straight alpha.
///
/// `row` has room for the decoded width; its content is undefined unless the status is ready.
/// One call decodes some dozen rows, or 64 KB of a WebP, at most. The first call decodes a whole AVIF or
/// HEIC; of a TIFF, a call may decode a whole strip or row of tiles.
ImageRowsStatus image_rows_read(ImageRows *rows, uint32_t *row);

/// Whether the rows that were read are coarser than the picture, because the file breaks off in what
/// refines them: scans of a JPEG, passes of a PNG or a GIF.
bool image_rows_lacks_detail(const ImageRows *rows);

/// Why the last call failed, in English; empty where nothing did.
const char *image_rows_reason(const ImageRows *rows);

/// Frees everything; NULL is allowed.
void image_rows_close(ImageRows *rows);

#include "CImageBytes.h"
