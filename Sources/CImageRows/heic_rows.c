#ifdef IMAGE_ROWS_HEIC

#include <stdlib.h>

#include <libheif/heif.h>

#include "image_rows.h"

typedef struct HEICRows {
  ImageRows rows;
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  /// A copy of the item with the EXIF.
  uint8_t *metadata;
  /// A copy of the profile.
  uint8_t *profile;
} HEICRows;

static ImageRowsStatus fail(HEICRows *self, struct heif_error error) {
  image_rows_fail(&self->rows, error.message);
  bool is_limit = error.code == heif_error_Memory_allocation_error ||
                  error.subcode == heif_suberror_Security_limit_exceeded;
  return is_limit ? ImageRowsStatusTooLarge : ImageRowsStatusCorrupt;
}

/// Finds the EXIF, which follows a four-byte offset to it (ISO/IEC 23008-12, A.2.1).
static void find_exif(HEICRows *self) {
  heif_item_id item;
  if (heif_image_handle_get_list_of_metadata_block_IDs(self->handle, "Exif", &item, 1) != 1) return;
  size_t count = heif_image_handle_get_metadata_size(self->handle, item);
  if (count <= 4 || count > self->rows.count) return;
  self->metadata = malloc(count);
  if (!self->metadata) return;
  struct heif_error error = heif_image_handle_get_metadata(self->handle, item, self->metadata);
  if (error.code != heif_error_Ok) return;
  const uint8_t *head = self->metadata;
  size_t start = 4 + ((size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3]);
  if (start >= count) return;
  self->rows.exif = self->metadata + start;
  self->rows.exif_count = count - start;
}

/// Copies the profile; false if there is no profile that fits into the file.
static bool find_profile(HEICRows *self) {
  size_t count = heif_image_handle_get_raw_color_profile_size(self->handle);
  if (count == 0 || count > self->rows.count) return false;
  self->profile = malloc(count);
  if (!self->profile) return false;
  if (heif_image_handle_get_raw_color_profile(self->handle, self->profile).code != heif_error_Ok) {
    return false;
  }
  self->rows.colors.profile = self->profile;
  self->rows.colors.profile_count = count;
  return true;
}

/// Records the profile, or without one the code points (MIAF, 7.3.6.4).
static void note_colors(HEICRows *self) {
  ImageRowsColors *colors = &self->rows.colors;
  enum heif_color_profile_type type = heif_image_handle_get_color_profile_type(self->handle);
  bool has_profile =
      type == heif_color_profile_type_prof || type == heif_color_profile_type_rICC;
  if (has_profile && find_profile(self)) return;
  struct heif_color_profile_nclx *points = NULL;
  struct heif_error error =
      heif_image_handle_get_nclx_color_profile(self->handle, &points);
  if (error.code != heif_error_Ok || !points) return;
  colors->primaries = (uint8_t)points->color_primaries;
  colors->transfer = (uint8_t)points->transfer_characteristics;
  heif_nclx_color_profile_free(points);
}

static ImageRowsStatus heic_open(ImageRows *rows) {
  HEICRows *self = (HEICRows *)rows;
  self->context = heif_context_alloc();
  if (!self->context) return ImageRowsStatusTooLarge;
  // A limit on both sides: our own limits decide, so that the size is known if they reject it.
  heif_context_set_maximum_image_size_limit(self->context, UINT16_MAX);
  // The calling thread already decodes.
  heif_context_set_max_decoding_threads(self->context, 0);
  struct heif_error error = heif_context_read_from_memory_without_copy(
      self->context, rows->bytes, rows->count, NULL);
  if (error.code != heif_error_Ok) return fail(self, error);
  error = heif_context_get_primary_image_handle(self->context, &self->handle);
  if (error.code != heif_error_Ok) return fail(self, error);
  // libheif applies the container's rotation and cropping, included in the size; EXIF is ignored.
  rows->orientation = 1;
  find_exif(self);
  note_colors(self);
  int width = heif_image_handle_get_width(self->handle);
  int height = heif_image_handle_get_height(self->handle);
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
  struct heif_decoding_options *options = heif_decoding_options_alloc();
  if (!options) return ImageRowsStatusTooLarge;
  options->convert_hdr_to_8bit = 1;
  struct heif_error error = heif_decode_image(self->handle, &self->image, heif_colorspace_RGB,
                                              heif_chroma_interleaved_RGBA, options);
  heif_decoding_options_free(options);
  if (error.code != heif_error_Ok) return fail(self, error);
  int width = heif_image_get_width(self->image, heif_channel_interleaved);
  int height = heif_image_get_height(self->image, heif_channel_interleaved);
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
      heif_image_get_plane_readonly(self->image, heif_channel_interleaved, &stride);
  if (!pixels) return image_rows_fail(rows, "it has no pixels");
  const uint8_t *line = pixels + (size_t)rows->next_row * (size_t)stride;
  bool is_premultiplied = heif_image_handle_is_premultiplied_alpha(self->handle);
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
  heif_image_release(self->image);
  heif_image_handle_release(self->handle);
  heif_context_free(self->context);
}

const ImageRowsCodec image_rows_heic = {
    .state_size = sizeof(HEICRows),
    .open = heic_open,
    .start = heic_start,
    .read = heic_read,
    .close = heic_close,
};

#endif
