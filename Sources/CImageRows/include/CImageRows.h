#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Decodes compressed pictures to rows of pixels, one at a time.
//
// The C libraries report errors by longjmp, return codes and callbacks, and take input in as many
// ways. This is one interface for all: open, start, read until the rows end, close. Nothing is
// scaled except by what a library does for free while decoding.
//
// A picture belongs to one thread at a time; different pictures share nothing.

#define IMAGE_ROWS_CLOSED_ENUM __attribute__((enum_extensibility(closed)))

typedef enum IMAGE_ROWS_CLOSED_ENUM ImageRowsFormat : int {
  ImageRowsFormatJpeg,
  ImageRowsFormatPng,
  ImageRowsFormatWebp,
  ImageRowsFormatGif,
  /// All frames of a GIF or a WebP one after another; the plain formats have only the first.
  ImageRowsFormatGifAnimation,
  ImageRowsFormatWebpAnimation,
  ImageRowsFormatAvif,
  ImageRowsFormatHeic,
  ImageRowsFormatTiff,
} ImageRowsFormat;

typedef enum IMAGE_ROWS_CLOSED_ENUM ImageRowsStatus : int {
  /// The request succeeded.
  ImageRowsStatusReady,
  /// A bounded step was done, but no row is complete yet: read again.
  ImageRowsStatusWorking,
  /// There are no more rows, because all were read or the file ends here.
  ImageRowsStatusEnded,
  /// The picture, or the memory to decode it, exceeds the limits.
  ImageRowsStatusTooLarge,
  /// No row can be decoded; `image_rows_reason` tells why.
  ImageRowsStatusCorrupt,
  /// The file may be valid, but its library does not support this variety of the format; `image_rows_reason` names it.
  ImageRowsStatusUnsupported,
  /// The format's library is not installed; `image_rows_package` contains it.
  ImageRowsStatusMissing,
  /// The library is installed, but its plugin for the format is not; `image_rows_plugin_package` contains it.
  ImageRowsStatusPluginMissing,
  /// The format's library has a version with unknown structures; `image_rows_library` names it.
  ImageRowsStatusUnknownVersion,
} ImageRowsStatus;

typedef struct ImageRowsLimits {
  /// The most decoded pixels, width times height; a JPEG may be decoded at an eighth of both sides. A codec that must
  /// keep the whole picture takes four bytes per pixel.
  uint64_t max_pixels;
  /// The longest width and height; at most 65535.
  uint32_t max_dimension;
} ImageRowsLimits;

typedef struct ImageRowsSize {
  uint32_t width;
  uint32_t height;
} ImageRowsSize;

/// The stored channels of a file.
typedef enum IMAGE_ROWS_CLOSED_ENUM ImageRowsChannels : int {
  ImageRowsChannelsColor,
  ImageRowsChannelsGray,
  ImageRowsChannelsInks,
} ImageRowsChannels;

/// The color information of a file, unchecked; zero if missing.
typedef struct ImageRowsColors {
  ImageRowsChannels channels;
  /// An ICC profile; NULL if there is none.
  const uint8_t *profile;
  size_t profile_count;
  /// The code points of ITU-T H.273.
  uint8_t primaries;
  uint8_t transfer;
  /// Whether a chunk declares the colors as sRGB.
  bool is_srgb;
  /// The exponent from light to values, times 100,000.
  uint32_t gamma;
  /// The coordinates x and y of white, red, green and blue, times 100,000.
  uint32_t chromaticities[8];
} ImageRowsColors;

typedef struct ImageRows ImageRows;

/// Opens the format's library: ready, missing (it or its plugin), or of an unknown version. AVIF, HEIC and TIFF have
/// libraries that are opened by the first call that needs them; the others are linked.
ImageRowsStatus image_rows_prepare(ImageRowsFormat format);

/// Opens a file instead of the format's usual library, such as another version of it. Call it before the format's first
/// use. `path` must stay valid.
void image_rows_use_library(ImageRowsFormat format, const char *path);

/// The Debian packages with a format's library, such as `libheif1`; NULL if it is linked.
const char *image_rows_package(ImageRowsFormat format);

/// The Debian package with the plugin of a format's library; NULL if it has none.
const char *image_rows_plugin_package(ImageRowsFormat format);

/// Writes the name and the version of a format's library; empty if it is missing.
void image_rows_library(ImageRowsFormat format, char *text, size_t size);

/// Reads the header of the picture in `bytes`, which must stay valid until the close.
///
/// The size is checked against the limits before memory is allocated
/// for it. A JPEG's pixels count as decoded, so `image_rows_start` checks those. The caller closes
/// `*rows` whatever the status; it is NULL if out of memory, or without the format's library.
ImageRowsStatus image_rows_open(ImageRowsFormat format, const uint8_t *bytes, size_t count,
                                ImageRowsLimits limits, ImageRows **rows);

/// The whole picture's stored size, before orientation; zero until known.
ImageRowsSize image_rows_size(const ImageRows *rows);

/// The EXIF orientation stated by the container; 0 for none.
uint16_t image_rows_orientation(const ImageRows *rows);

/// The picture's EXIF block; NULL if there is none. It is valid until the first read. The block of a PNG is not
/// searched, because it may follow the pixels.
const uint8_t *image_rows_exif(const ImageRows *rows, size_t *count);

/// The color information of the file, valid until the first read.
const ImageRowsColors *image_rows_colors(const ImageRows *rows);

/// Requests ink values for a picture stored as inks, before its first row: the bytes cyan, magenta, yellow, black of a
/// word in memory, 255 for all of an ink. Without this call they are converted to pixels by a simple formula.
void image_rows_keep_inks(ImageRows *rows);

/// Prepares to read at a size that the format decodes cheaply: the smallest of at least `minimum`
/// in both directions. `*decoded` is set to that size.
///
/// JPEG supports an eighth, a quarter and half of the whole size, WebP any size; other formats only
/// the whole size.
ImageRowsStatus image_rows_start(ImageRows *rows, ImageRowsSize minimum, ImageRowsSize *decoded);

/// Advances to the next frame of an animation, whose rows are then read from the top. Call it before the first row, and
/// after each frame, even if not read to its end. `*milliseconds` is set to the frame's duration, 0 if the file states
/// none.
///
/// Each frame is a whole picture, composed with those before it as the format specifies. For a GIF, one call draws some
/// dozen remaining rows of the last frame and returns the status "working". For a WebP, it decodes a whole frame. The
/// frames end at a truncation.
ImageRowsStatus image_rows_next_frame(ImageRows *rows, uint32_t *milliseconds);

/// Reads the next row, top to bottom: one word 0xAARRGGBB per pixel, straight alpha.
///
/// `row` has room for the decoded width; its content is undefined unless the status is ready. One call decodes at most
/// some dozen rows, or 64 KB of a WebP. The first call decodes a whole AVIF or HEIC; of a TIFF, a call may decode a
/// whole strip or row of tiles.
ImageRowsStatus image_rows_read(ImageRows *rows, uint32_t *row);

/// Whether the rows read are coarser than the picture, because the file ends within refinements: scans of a JPEG,
/// passes of a PNG or a GIF.
bool image_rows_lacks_detail(const ImageRows *rows);

/// The reason why the last call failed, in English; empty on success.
const char *image_rows_reason(const ImageRows *rows);

/// Frees everything; NULL is allowed.
void image_rows_close(ImageRows *rows);

#include "CImageBytes.h"
