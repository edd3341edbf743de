#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_rows.h"
#include "tiff_library.h"

static struct {
  TIFF_FUNCTIONS(IMAGE_ROWS_MEMBER)
} functions;

static ImageRowsStatus find_functions(void *library) {
  return TIFF_FUNCTIONS(IMAGE_ROWS_FIND) true ? ImageRowsStatusReady : ImageRowsStatusUnknownVersion;
}

static void describe(char *text, size_t size) {
  char version[32] = "";
  // The text is "LIBTIFF, Version 4.5.0", followed by lines of authors.
  if (functions.TIFFGetVersion) sscanf(functions.TIFFGetVersion(), "LIBTIFF, Version %31s", version);
  snprintf(text, size, "libtiff %s", version);
}

static const ImageRowsLibrary library = {
    .package = "libtiff6",
    .names = {"libtiff.so.6"},
    .find = find_functions,
    .describe = describe,
};

/// The memory that libtiff may allocate at once besides pixels, in bytes.
static const tmsize_t small_memory = 1 << 20;

typedef struct TIFFRows {
  ImageRows rows;
  TIFF *tiff;
  uint64_t offset;
  TIFFRGBAImage image;
  bool is_begun;
  /// The current strip or row of tiles as pixels, and the first row after it.
  uint32_t *band;
  uint32_t band_rows;
  uint32_t band_end;
} TIFFRows;

static int on_error(TIFF *tiff, void *client, const char *module, const char *format,
                    va_list values) {
  (void)tiff;
  (void)module;
  TIFFRows *self = client;
  vsnprintf(self->rows.reason, sizeof self->rows.reason, format, values);
  return 1;
}

static int on_warning(TIFF *tiff, void *client, const char *module, const char *format,
                      va_list values) {
  (void)tiff;
  (void)client;
  (void)module;
  (void)format;
  (void)values;
  return 1;
}

static tmsize_t on_read(thandle_t client, void *out, tmsize_t count) {
  TIFFRows *self = client;
  uint64_t rest = self->offset < self->rows.count ? self->rows.count - self->offset : 0;
  size_t taken = (uint64_t)count < rest ? (size_t)count : (size_t)rest;
  if (taken > 0) memcpy(out, self->rows.bytes + self->offset, taken);
  self->offset += taken;
  return (tmsize_t)taken;
}

static tmsize_t on_write(thandle_t client, void *bytes, tmsize_t count) {
  (void)client;
  (void)bytes;
  (void)count;
  return 0;
}

static toff_t on_seek(thandle_t client, toff_t offset, int whence) {
  TIFFRows *self = client;
  toff_t start = whence == SEEK_CUR ? self->offset : whence == SEEK_END ? self->rows.count : 0;
  return self->offset = start + offset;
}

static int on_close(thandle_t client) {
  (void)client;
  return 0;
}

static toff_t on_size(thandle_t client) { return ((TIFFRows *)client)->rows.count; }

/// Keeps the library's reason, if it gave one.
static ImageRowsStatus fail(TIFFRows *self, const char *reason) {
  return self->rows.reason[0] ? ImageRowsStatusCorrupt : image_rows_fail(&self->rows, reason);
}

/// Records the profile if libtiff converts channels to pixels without another color rule.
static void note_colors(TIFFRows *self) {
  ImageRowsColors *colors = &self->rows.colors;
  uint16_t channels = 0;
  functions.TIFFGetField(self->tiff, TIFF_TAG_PHOTOMETRIC, &channels);
  switch (channels) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: colors->channels = ImageRowsChannelsGray; break;
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_PALETTE:
    case PHOTOMETRIC_YCBCR: colors->channels = ImageRowsChannelsColor; break;
    default: return;
  }
  uint32_t count = 0;
  const uint8_t *profile = NULL;
  if (!functions.TIFFGetField(self->tiff, TIFF_TAG_ICCPROFILE, &count, &profile)) return;
  colors->profile = profile;
  colors->profile_count = count;
}

static ImageRowsStatus tiff_open(ImageRows *rows) {
  TIFFRows *self = (TIFFRows *)rows;
  TIFFOpenOptions *options = functions.TIFFOpenOptionsAlloc();
  if (!options) return ImageRowsStatusTooLarge;
  functions.TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, self);
  functions.TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, self);
  // Four channels of sixteen bits.
  tmsize_t pixels = (tmsize_t)rows->limits.max_pixels * 8;
  functions.TIFFOpenOptionsSetMaxSingleMemAlloc(options, pixels + small_memory);
  // "m" disables mapping, because libtiff would modify mapped bytes in place.
  self->tiff = functions.TIFFClientOpenExt("picture", "rm", self, on_read, on_write, on_seek, on_close,
                                 on_size, NULL, NULL, options);
  functions.TIFFOpenOptionsFree(options);
  if (!self->tiff) return fail(self, "it cannot be read");

  uint32_t width = 0, height = 0;
  functions.TIFFGetField(self->tiff, TIFF_TAG_IMAGEWIDTH, &width);
  functions.TIFFGetField(self->tiff, TIFF_TAG_IMAGELENGTH, &height);
  functions.TIFFGetFieldDefaulted(self->tiff, TIFF_TAG_ORIENTATION, &rows->orientation);
  note_colors(self);
  return image_rows_accept(rows, width, height);
}

static ImageRowsStatus tiff_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)minimum;
  TIFFRows *self = (TIFFRows *)rows;
  char reason[1024] = "";
  if (!functions.TIFFRGBAImageBegin(&self->image, self->tiff, 1, reason)) return fail(self, reason);
  self->is_begun = true;
  // The caller turns the picture upright.
  self->image.req_orientation = self->image.orientation;

  uint32_t band_rows = 0;
  functions.TIFFGetFieldDefaulted(self->tiff,
                        functions.TIFFIsTiled(self->tiff) ? TIFF_TAG_TILELENGTH : TIFF_TAG_ROWSPERSTRIP,
                        &band_rows);
  bool is_whole = band_rows == 0 || band_rows > rows->size.height;
  self->band_rows = is_whole ? rows->size.height : band_rows;
  self->band = calloc(self->band_rows, (size_t)rows->size.width * sizeof *self->band);
  return self->band ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

static ImageRowsStatus read_band(TIFFRows *self) {
  ImageRowsSize size = self->rows.size;
  uint32_t rest = size.height - self->band_end;
  uint32_t count = rest < self->band_rows ? rest : self->band_rows;
  self->image.row_offset = (int)self->band_end;
  if (!functions.TIFFRGBAImageGet(&self->image, self->band, size.width, count)) {
    return fail(self, "it ends before its first row");
  }
  self->band_end += count;
  return ImageRowsStatusWorking;
}

static ImageRowsStatus tiff_read(ImageRows *rows, uint32_t *row) {
  TIFFRows *self = (TIFFRows *)rows;
  if (rows->next_row == self->band_end) return read_band(self);
  size_t width = rows->size.width;
  const uint32_t *line = self->band + rows->next_row % self->band_rows * width;
  for (size_t x = 0; x < width; x += 1) {
    uint32_t pixel = line[x];
    row[x] = image_rows_unmultiplied(TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel),
                                     TIFFGetA(pixel));
  }
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void tiff_close(ImageRows *rows) {
  TIFFRows *self = (TIFFRows *)rows;
  free(self->band);
  if (self->is_begun) functions.TIFFRGBAImageEnd(&self->image);
  if (self->tiff) functions.TIFFClose(self->tiff);
}

const ImageRowsCodec image_rows_tiff = {
    .library = &library,
    .state_size = sizeof(TIFFRows),
    .open = tiff_open,
    .start = tiff_start,
    .read = tiff_read,
    .close = tiff_close,
};
