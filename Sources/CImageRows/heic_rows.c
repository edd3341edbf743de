#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "heic_library.h"
#include "image_rows.h"

static struct {
  HEIF_FUNCTIONS(IMAGE_ROWS_MEMBER)
} functions;

static ImageRowsStatus find_functions(void *library) {
  if (!(HEIF_FUNCTIONS(IMAGE_ROWS_FIND) true)) return ImageRowsStatusUnknownVersion;
  // From 1.17 on, decoders may be plugins, in packages of their own.
  functions.heif_init(NULL);
  return functions.heif_have_decoder_for_format(HEIF_HEVC) ? ImageRowsStatusReady : ImageRowsStatusPluginMissing;
}

static void describe(char *text, size_t size) {
  const char *version = functions.heif_get_version ? functions.heif_get_version() : "of an unknown version";
  snprintf(text, size, "libheif %s", version);
}

static const ImageRowsLibrary library = {
    .package = "libheif1",
    .plugin_package = "libheif-plugin-libde265",
    .names = {"libheif.so.1"},
    .find = find_functions,
    .describe = describe,
};

typedef struct HEICRows {
  ImageRows rows;
  heif_context *context;
  heif_image_handle *handle;
  heif_image *image;
  /// A copy of the item with the EXIF.
  uint8_t *metadata;
  /// A copy of the profile.
  uint8_t *profile;
} HEICRows;

static ImageRowsStatus fail(HEICRows *self, heif_error error) {
  image_rows_fail(&self->rows, error.message);
  bool is_limit = error.code == HEIF_MEMORY_ALLOCATION_ERROR ||
                  error.subcode == HEIF_SECURITY_LIMIT_EXCEEDED;
  return is_limit ? ImageRowsStatusTooLarge : ImageRowsStatusCorrupt;
}

/// Finds the EXIF, which follows a four-byte offset to it (ISO/IEC 23008-12, A.2.1).
static void find_exif(HEICRows *self) {
  uint32_t item;
  if (functions.heif_image_handle_get_list_of_metadata_block_IDs(self->handle, "Exif", &item, 1) != 1) return;
  size_t count = functions.heif_image_handle_get_metadata_size(self->handle, item);
  if (count <= 4 || count > self->rows.count) return;
  self->metadata = malloc(count);
  if (!self->metadata) return;
  heif_error error = functions.heif_image_handle_get_metadata(self->handle, item, self->metadata);
  if (error.code != HEIF_OK) return;
  const uint8_t *head = self->metadata;
  size_t start = 4 + ((size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3]);
  if (start >= count) return;
  self->rows.exif = self->metadata + start;
  self->rows.exif_count = count - start;
}

/// Copies the profile; false if there is no profile that fits into the file.
static bool find_profile(HEICRows *self) {
  size_t count = functions.heif_image_handle_get_raw_color_profile_size(self->handle);
  if (count == 0 || count > self->rows.count) return false;
  self->profile = malloc(count);
  if (!self->profile) return false;
  if (functions.heif_image_handle_get_raw_color_profile(self->handle, self->profile).code != HEIF_OK) {
    return false;
  }
  self->rows.colors.profile = self->profile;
  self->rows.colors.profile_count = count;
  return true;
}

/// Records the profile, or without one the code points (MIAF, 7.3.6.4).
static void note_colors(HEICRows *self) {
  ImageRowsColors *colors = &self->rows.colors;
  uint32_t type = functions.heif_image_handle_get_color_profile_type(self->handle);
  bool has_profile =
      type == HEIF_PROFILE_PROF || type == HEIF_PROFILE_RICC;
  if (has_profile && find_profile(self)) return;
  heif_color_profile_nclx *points = NULL;
  heif_error error =
      functions.heif_image_handle_get_nclx_color_profile(self->handle, &points);
  if (error.code != HEIF_OK || !points) return;
  colors->primaries = (uint8_t)points->color_primaries;
  colors->transfer = (uint8_t)points->transfer_characteristics;
  functions.heif_nclx_color_profile_free(points);
}

static ImageRowsStatus heic_open(ImageRows *rows) {
  HEICRows *self = (HEICRows *)rows;
  self->context = functions.heif_context_alloc();
  if (!self->context) return ImageRowsStatusTooLarge;
  // A limit on both sides: our own limits decide, so that the size is known if they reject it.
  functions.heif_context_set_maximum_image_size_limit(self->context, UINT16_MAX);
  // The calling thread already decodes.
  functions.heif_context_set_max_decoding_threads(self->context, 0);
  heif_error error = functions.heif_context_read_from_memory_without_copy(
      self->context, rows->bytes, rows->count, NULL);
  if (error.code != HEIF_OK) return fail(self, error);
  error = functions.heif_context_get_primary_image_handle(self->context, &self->handle);
  if (error.code != HEIF_OK) return fail(self, error);
  // libheif applies the container's rotation and cropping, included in the size; EXIF is ignored.
  rows->orientation = 1;
  find_exif(self);
  note_colors(self);
  int width = functions.heif_image_handle_get_width(self->handle);
  int height = functions.heif_image_handle_get_height(self->handle);
  return image_rows_accept(rows, width > 0 ? width : 0, height > 0 ? height : 0);
}

static ImageRowsStatus heic_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)rows;
  (void)minimum;
  return ImageRowsStatusReady;
}

/// Decodes the whole picture.
///
/// libheif 1.15 can neither be interrupted nor limit the memory of its HEVC decoder. So a bit
/// stream with a false size is limited only by the machine's memory.
static ImageRowsStatus decode(HEICRows *self) {
  heif_decoding_options *options = functions.heif_decoding_options_alloc();
  if (!options) return ImageRowsStatusTooLarge;
  options->convert_hdr_to_8bit = 1;
  heif_error error = functions.heif_decode_image(self->handle, &self->image, HEIF_RGB,
                                              HEIF_INTERLEAVED_RGBA, options);
  functions.heif_decoding_options_free(options);
  if (error.code != HEIF_OK) return fail(self, error);
  int width = functions.heif_image_get_width(self->image, HEIF_INTERLEAVED);
  int height = functions.heif_image_get_height(self->image, HEIF_INTERLEAVED);
  if (width != (int)self->rows.size.width || height != (int)self->rows.size.height) {
    return image_rows_fail(&self->rows, "container and bit stream disagree on its size");
  }
  return ImageRowsStatusWorking;
}

static ImageRowsStatus heic_read(ImageRows *rows, uint32_t *row) {
  HEICRows *self = (HEICRows *)rows;
  if (!self->image) return decode(self);
  int stride = 0;
  const uint8_t *pixels =
      functions.heif_image_get_plane_readonly(self->image, HEIF_INTERLEAVED, &stride);
  if (!pixels) return image_rows_fail(rows, "it has no pixels");
  const uint8_t *line = pixels + (size_t)rows->next_row * (size_t)stride;
  bool is_premultiplied = functions.heif_image_handle_is_premultiplied_alpha(self->handle);
  for (uint32_t x = 0; x < rows->size.width; x += 1, line += 4) {
    row[x] = is_premultiplied ? image_rows_unmultiplied(line[0], line[1], line[2], line[3])
                              : image_rows_pixel(line[0], line[1], line[2], line[3]);
  }
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void heic_close(ImageRows *rows) {
  HEICRows *self = (HEICRows *)rows;
  free(self->metadata);
  free(self->profile);
  if (self->image) functions.heif_image_release(self->image);
  if (self->handle) functions.heif_image_handle_release(self->handle);
  if (self->context) functions.heif_context_free(self->context);
}

const ImageRowsCodec image_rows_heic = {
    .library = &library,
    .state_size = sizeof(HEICRows),
    .open = heic_open,
    .start = heic_start,
    .read = heic_read,
    .close = heic_close,
};
