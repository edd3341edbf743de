#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avif_library.h"
#include "image_rows.h"

/// The rows converted at once; even, because two rows may share chroma.
static const uint32_t rows_per_strip = 16;

static struct {
  AVIF_FUNCTIONS(IMAGE_ROWS_MEMBER)
} functions;

/// The layout of the opened version.
static const AVIFLayout *layout;

/// The layout of a version; NULL if it is unknown.
static const AVIFLayout *layout_of(const char *version) {
  // The first versions that a stable Debian had; from 1.0 on, the library's name changes with its layout.
  static const AVIFLayout layout_0_11 = {112, 156, 157, 160, 40, 48};
  static const AVIFLayout layout_1 = {116, 160, 161, 168, 48, 56};
  int major = 0, minor = 0;
  if (sscanf(version, "%d.%d.", &major, &minor) != 2) return NULL;
  if (major == 0 && minor == 11) return &layout_0_11;
  return major == 1 ? &layout_1 : NULL;
}

static ImageRowsStatus find_functions(void *library) {
  functions.avifVersion = dlsym(library, "avifVersion");
  if (!functions.avifVersion) return ImageRowsStatusMissing;
  layout = layout_of(functions.avifVersion());
  if (!layout) return ImageRowsStatusUnknownVersion;
  return AVIF_FUNCTIONS(IMAGE_ROWS_FIND) true ? ImageRowsStatusReady : ImageRowsStatusUnknownVersion;
}

static void describe(char *text, size_t size) { snprintf(text, size, "libavif %s", functions.avifVersion()); }

static const ImageRowsLibrary library = {
    .package = "libavif16 or libavif15",
    .names = {"libavif.so.16", "libavif.so.15"},
    .find = find_functions,
    .describe = describe,
};

typedef struct AVIFRows {
  ImageRows rows;
  avifDecoder *decoder;
  /// A view of some rows of the decoder's picture, without a copy.
  avifImage *view;
  bool is_decoded;
  /// The current rows as pixels, and the row after them.
  uint32_t *strip;
  uint32_t strip_end;
} AVIFRows;

/// A member of an image whose offset depends on the version.
static const void *member(const avifImage *image, size_t offset) { return (const uint8_t *)image + offset; }

static ImageRowsStatus fail(AVIFRows *self, int result) {
  const char *detail = self->decoder->problem;
  if (result == AVIF_OUT_OF_MEMORY) return ImageRowsStatusTooLarge;
  return image_rows_fail(&self->rows, detail[0] ? detail : functions.avifResultToString(result));
}

static int parse(AVIFRows *self, uint64_t max_pixels) {
  avifDecoder *decoder = self->decoder;
  uint64_t limit = max_pixels < AVIF_MOST_PIXELS ? max_pixels : AVIF_MOST_PIXELS;
  // Zero would mean no limit.
  decoder->image_size_limit = limit > 0 ? (uint32_t)limit : 1;
  int result = functions.avifDecoderSetIOMemory(decoder, self->rows.bytes, self->rows.count);
  return result == AVIF_OK ? functions.avifDecoderParse(decoder) : result;
}

/// The EXIF orientation for a rotation to the left, in quarter turns, followed by a mirroring
/// (MIAF, 7.3.6.7).
static uint16_t orientation_of(const avifImage *image) {
  static const uint16_t orientations[3][4] = {{1, 8, 3, 6}, {4, 5, 2, 7}, {2, 7, 4, 5}};
  uint32_t flags = *(const uint32_t *)member(image, layout->transform_flags);
  uint8_t axis = *(const uint8_t *)member(image, layout->mirror);
  uint8_t turns = *(const uint8_t *)member(image, layout->rotation);
  int mirror = flags & AVIF_TRANSFORM_IMIR ? 1 + (axis & 1) : 0;
  return orientations[mirror][flags & AVIF_TRANSFORM_IROT ? turns & 3 : 0];
}

/// Records the profile, or without one the code points (MIAF, 7.3.6.4).
static void note_colors(ImageRows *rows, const avifImage *image) {
  ImageRowsColors *colors = &rows->colors;
  colors->channels = image->yuv_format == AVIF_YUV400 ? ImageRowsChannelsGray : ImageRowsChannelsColor;
  if (image->icc.size > 0) {
    colors->profile = image->icc.data;
    colors->profile_count = image->icc.size;
  } else if (image->primaries <= UINT8_MAX && image->transfer <= UINT8_MAX) {
    colors->primaries = (uint8_t)image->primaries;
    colors->transfer = (uint8_t)image->transfer;
  }
}

static ImageRowsStatus avif_open(ImageRows *rows) {
  AVIFRows *self = (AVIFRows *)rows;
  avifDecoder *decoder = self->decoder = functions.avifDecoderCreate();
  if (!decoder) return ImageRowsStatusTooLarge;
  decoder->max_threads = 1;
  decoder->ignores_xmp = true;
  decoder->strict_flags = 0;
  int result = parse(self, rows->limits.max_pixels);
  if (result != AVIF_OK) {
    // Broken EXIF must not prevent decoding.
    decoder->ignores_exif = true;
    result = parse(self, rows->limits.max_pixels);
  }
  if (result != AVIF_OK) {
    // The limit rejects pictures without their size, so parse again to report it.
    ImageRowsStatus failure = fail(self, result);
    if (parse(self, UINT64_MAX) != AVIF_OK) return failure;
  }
  // Decoding ignores the orientation in EXIF.
  rows->orientation = orientation_of(decoder->image);
  const avifData *exif = member(decoder->image, layout->exif);
  rows->exif = exif->data;
  rows->exif_count = exif->size;
  note_colors(rows, decoder->image);
  ImageRowsStatus status = image_rows_accept(rows, decoder->image->width, decoder->image->height);
  if (status != ImageRowsStatusReady || result == AVIF_OK) return status;
  return ImageRowsStatusCorrupt;
}

static ImageRowsStatus avif_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)minimum;
  AVIFRows *self = (AVIFRows *)rows;
  self->strip = malloc((size_t)rows->size.width * rows_per_strip * sizeof *self->strip);
  self->view = functions.avifImageCreateEmpty();
  return self->strip && self->view ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

static ImageRowsStatus convert_strip(AVIFRows *self) {
  ImageRowsSize size = self->rows.size;
  uint32_t first = self->strip_end, rest = size.height - first;
  avifCropRect rect = {0, first, size.width, rest < rows_per_strip ? rest : rows_per_strip};
  int result = functions.avifImageSetViewRect(self->view, self->decoder->image, &rect);
  if (result != AVIF_OK) return fail(self, result);
  avifRGBImage pixels;
  functions.avifRGBImageSetDefaults(&pixels, self->view);
  pixels.depth = 8;
  pixels.format = AVIF_BGRA;
  pixels.chroma_upsampling = AVIF_UPSAMPLING_FASTEST;
  *(void **)(pixels.size + layout->pixels) = self->strip;
  *(uint32_t *)(pixels.size + layout->row_bytes) = size.width * (uint32_t)sizeof *self->strip;
  result = functions.avifImageYUVToRGB(self->view, &pixels);
  if (result != AVIF_OK) return fail(self, result);
  self->strip_end += rect.height;
  return ImageRowsStatusReady;
}

static ImageRowsStatus avif_read(ImageRows *rows, uint32_t *row) {
  AVIFRows *self = (AVIFRows *)rows;
  if (!self->is_decoded) {
    int result = functions.avifDecoderNextImage(self->decoder);
    if (result != AVIF_OK) return fail(self, result);
    const avifImage *image = self->decoder->image;
    if (image->width != rows->size.width || image->height != rows->size.height) {
      return image_rows_fail(rows, "container and bit stream disagree on its size");
    }
    self->is_decoded = true;
    return ImageRowsStatusWorking;
  }
  if (rows->next_row == self->strip_end) {
    ImageRowsStatus status = convert_strip(self);
    if (status != ImageRowsStatusReady) return status;
  }
  size_t width = rows->size.width;
  memcpy(row, self->strip + rows->next_row % rows_per_strip * width, width * sizeof *row);
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void avif_close(ImageRows *rows) {
  AVIFRows *self = (AVIFRows *)rows;
  free(self->strip);
  if (self->view) functions.avifImageDestroy(self->view);
  if (self->decoder) functions.avifDecoderDestroy(self->decoder);
}

const ImageRowsCodec image_rows_avif = {
    .library = &library,
    .state_size = sizeof(AVIFRows),
    .open = avif_open,
    .start = avif_start,
    .read = avif_read,
    .close = avif_close,
};
