#ifdef IMAGE_ROWS_AVIF

#include <stdlib.h>
#include <string.h>

#include <avif/avif.h>

#include "image_rows.h"

/// The rows converted at once; even, because two rows may share chroma.
static const uint32_t rows_per_strip = 16;

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

static ImageRowsStatus fail(AVIFRows *self, avifResult result) {
  const char *detail = self->decoder->diag.error;
  if (result == AVIF_RESULT_OUT_OF_MEMORY) return ImageRowsStatusTooLarge;
  return image_rows_fail(&self->rows, detail[0] ? detail : avifResultToString(result));
}

static avifResult parse(AVIFRows *self, uint64_t max_pixels) {
  avifDecoder *decoder = self->decoder;
  uint64_t limit = max_pixels < AVIF_DEFAULT_IMAGE_SIZE_LIMIT ? max_pixels
                                                              : AVIF_DEFAULT_IMAGE_SIZE_LIMIT;
  // Zero would mean no limit.
  decoder->imageSizeLimit = limit > 0 ? (uint32_t)limit : 1;
  avifResult result = avifDecoderSetIOMemory(decoder, self->rows.bytes, self->rows.count);
  return result == AVIF_RESULT_OK ? avifDecoderParse(decoder) : result;
}

/// The EXIF orientation for a rotation to the left, in quarter turns, followed by a mirroring
/// (MIAF, 7.3.6.7).
static uint16_t orientation_of(const avifImage *image) {
  static const uint16_t orientations[3][4] = {{1, 8, 3, 6}, {4, 5, 2, 7}, {2, 7, 4, 5}};
  int mirror = image->transformFlags & AVIF_TRANSFORM_IMIR ? 1 + (image->imir.mode & 1) : 0;
  int turn = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
  return orientations[mirror][turn];
}

/// Records the profile, or without one the code points (MIAF, 7.3.6.4).
static void note_colors(ImageRows *rows, const avifImage *image) {
  ImageRowsColors *colors = &rows->colors;
  colors->channels =
      image->yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? ImageRowsChannelsGray : ImageRowsChannelsColor;
  if (image->icc.size > 0) {
    colors->profile = image->icc.data;
    colors->profile_count = image->icc.size;
  } else if (image->colorPrimaries <= UINT8_MAX && image->transferCharacteristics <= UINT8_MAX) {
    colors->primaries = (uint8_t)image->colorPrimaries;
    colors->transfer = (uint8_t)image->transferCharacteristics;
  }
}

static ImageRowsStatus avif_open(ImageRows *rows) {
  AVIFRows *self = (AVIFRows *)rows;
  avifDecoder *decoder = self->decoder = avifDecoderCreate();
  if (!decoder) return ImageRowsStatusTooLarge;
  decoder->maxThreads = 1;
  decoder->ignoreXMP = AVIF_TRUE;
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  avifResult result = parse(self, rows->limits.max_pixels);
  if (result != AVIF_RESULT_OK) {
    // Broken EXIF must not prevent decoding.
    decoder->ignoreExif = AVIF_TRUE;
    result = parse(self, rows->limits.max_pixels);
  }
  if (result != AVIF_RESULT_OK) {
    // The limit rejects pictures without their size, so parse again to report it.
    ImageRowsStatus failure = fail(self, result);
    if (parse(self, UINT64_MAX) != AVIF_RESULT_OK) return failure;
  }
  // Decoding ignores the orientation in EXIF.
  rows->orientation = orientation_of(decoder->image);
  rows->exif = decoder->image->exif.data;
  rows->exif_count = decoder->image->exif.size;
  note_colors(rows, decoder->image);
  ImageRowsStatus status = image_rows_accept(rows, decoder->image->width, decoder->image->height);
  if (status != ImageRowsStatusReady || result == AVIF_RESULT_OK) return status;
  return ImageRowsStatusCorrupt;
}

static ImageRowsStatus avif_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)minimum;
  AVIFRows *self = (AVIFRows *)rows;
  self->strip = malloc((size_t)rows->size.width * rows_per_strip * sizeof *self->strip);
  self->view = avifImageCreateEmpty();
  return self->strip && self->view ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

static ImageRowsStatus convert_strip(AVIFRows *self) {
  ImageRowsSize size = self->rows.size;
  uint32_t first = self->strip_end, rest = size.height - first;
  avifCropRect rect = {0, first, size.width, rest < rows_per_strip ? rest : rows_per_strip};
  avifResult result = avifImageSetViewRect(self->view, self->decoder->image, &rect);
  if (result != AVIF_RESULT_OK) return fail(self, result);
  avifRGBImage pixels;
  avifRGBImageSetDefaults(&pixels, self->view);
  pixels.depth = 8;
  pixels.format = AVIF_RGB_FORMAT_BGRA;
  pixels.chromaUpsampling = AVIF_CHROMA_UPSAMPLING_FASTEST;
  pixels.pixels = (uint8_t *)self->strip;
  pixels.rowBytes = size.width * sizeof *self->strip;
  result = avifImageYUVToRGB(self->view, &pixels);
  if (result != AVIF_RESULT_OK) return fail(self, result);
  self->strip_end += rect.height;
  return ImageRowsStatusReady;
}

static ImageRowsStatus avif_read(ImageRows *rows, uint32_t *row) {
  AVIFRows *self = (AVIFRows *)rows;
  if (!self->is_decoded) {
    avifResult result = avifDecoderNextImage(self->decoder);
    if (result != AVIF_RESULT_OK) return fail(self, result);
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
  if (self->view) avifImageDestroy(self->view);
  if (self->decoder) avifDecoderDestroy(self->decoder);
}

const ImageRowsCodec image_rows_avif = {
    .state_size = sizeof(AVIFRows),
    .open = avif_open,
    .start = avif_start,
    .read = avif_read,
    .close = avif_close,
};

#endif
