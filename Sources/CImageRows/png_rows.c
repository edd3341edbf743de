#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "image_rows.h"

typedef struct PNGRows {
  ImageRows rows;
  png_structp png;
  png_infop info;
  jmp_buf escape;
  size_t offset;
  /// The whole picture, if its rows come in seven passes; else NULL.
  uint32_t *canvas;
  int passes;
  int pass;
  uint32_t pass_row;
  /// The first row of the canvas without data.
  uint32_t first_missing_row;
} PNGRows;

static void on_error(png_structp png, png_const_charp message) {
  PNGRows *self = png_get_error_ptr(png);
  image_rows_fail(&self->rows, message);
  longjmp(self->escape, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static const size_t chunk_header_size = 8;

static void on_read(png_structp png, png_bytep out, size_t count) {
  PNGRows *self = png_get_io_ptr(png);
  if (count > self->rows.count - self->offset) png_error(png, "it ends too early");
  memcpy(out, self->rows.bytes + self->offset, count);
  self->offset += count;
  if (count != chunk_header_size || memcmp(out + 4, "IDAT", 4) != 0) return;
  // libpng discards a buffer that it can't fill completely. So a truncated chunk of pixels gets a length that ends with
  // the file, to keep the rows in its last 8 KB.
  size_t rest = self->rows.count - self->offset;
  if (png_get_uint_32(out) > rest) png_save_uint_32(out, (png_uint_32)rest);
}

/// Selects the chunks for colors; text and other chunks are not even inflated.
static void choose_chunks(png_structp png) {
  // "All" includes the profile, which must be excepted.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "iCCP", 1);
  // Unparsed chunks, because libpng versions resolve conflicts between them differently.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS,
                              (png_const_bytep) "cICP\0sRGB\0gAMA\0cHRM", 4);
}

static bool is_chunk(const png_unknown_chunk *chunk, const char *name, size_t size) {
  return memcmp(chunk->name, name, 4) == 0 && chunk->size == size;
}

static void note_chunk(ImageRowsColors *colors, const png_unknown_chunk *chunk) {
  // RGB code points with full range; others would need a conversion that does not exist here.
  if (is_chunk(chunk, "cICP", 4) && chunk->data[2] == 0 && chunk->data[3] == 1) {
    colors->primaries = chunk->data[0];
    colors->transfer = chunk->data[1];
  } else if (is_chunk(chunk, "sRGB", 1)) {
    colors->is_srgb = true;
  } else if (is_chunk(chunk, "gAMA", 4)) {
    colors->gamma = png_get_uint_32(chunk->data);
  } else if (is_chunk(chunk, "cHRM", 32)) {
    for (int i = 0; i < 8; i += 1) colors->chromaticities[i] = png_get_uint_32(chunk->data + 4 * i);
  }
}

static void find_colors(PNGRows *self) {
  ImageRowsColors *colors = &self->rows.colors;
  bool is_gray = !(png_get_color_type(self->png, self->info) & PNG_COLOR_MASK_COLOR);
  colors->channels = is_gray ? ImageRowsChannelsGray : ImageRowsChannelsColor;
  png_charp name = NULL;
  png_bytep profile = NULL;
  png_uint_32 count = 0;
  int compression = 0;
  if (png_get_iCCP(self->png, self->info, &name, &compression, &profile, &count)) {
    colors->profile = profile;
    colors->profile_count = count;
  }
  png_unknown_chunkp chunks = NULL;
  int chunk_count = png_get_unknown_chunks(self->png, self->info, &chunks);
  for (int i = 0; i < chunk_count; i += 1) note_chunk(colors, &chunks[i]);
}

static ImageRowsStatus png_open(ImageRows *rows) {
  PNGRows *self = (PNGRows *)rows;
  self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, on_error, on_warning);
  if (!self->png) return ImageRowsStatusTooLarge;
  if (setjmp(self->escape)) return ImageRowsStatusCorrupt;

  png_structp png = self->png;
  self->info = png_create_info_struct(png);
  if (!self->info) return ImageRowsStatusTooLarge;
  png_set_read_fn(png, self, on_read);
  // Our own limits decide, so that larger pictures are not reported as broken.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  choose_chunks(png);
  png_read_info(png, self->info);
  find_colors(self);
  return image_rows_accept(rows, png_get_image_width(png, self->info),
                           png_get_image_height(png, self->info));
}

/// Requests eight bits per channel in the order B, G, R, A, whatever the file contains.
static void ask_for_pixels(png_structp png) {
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

static ImageRowsStatus png_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)minimum;
  PNGRows *self = (PNGRows *)rows;
  if (setjmp(self->escape)) return ImageRowsStatusCorrupt;

  ask_for_pixels(self->png);
  self->passes = png_set_interlace_handling(self->png);
  png_read_update_info(self->png, self->info);
  size_t row_bytes = (size_t)rows->size.width * sizeof(uint32_t);
  if (png_get_rowbytes(self->png, self->info) != row_bytes) {
    return image_rows_fail(rows, "its rows have an unexpected length");
  }
  if (self->passes == 1) return ImageRowsStatusReady;
  self->first_missing_row = rows->size.height;
  self->canvas = calloc(rows->size.height, row_bytes);
  return self->canvas ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

static uint32_t *canvas_row(const PNGRows *self, uint32_t row) {
  return self->canvas + (size_t)row * self->rows.size.width;
}

/// Ends the passes at an error: from the second pass on, every row has content.
static ImageRowsStatus salvage_canvas(PNGRows *self) {
  if (self->pass == 0) self->first_missing_row = self->pass_row;
  self->pass = self->passes;
  self->rows.lacks_detail = true;
  return self->first_missing_row > 0 ? ImageRowsStatusWorking : ImageRowsStatusCorrupt;
}

static ImageRowsStatus png_read(ImageRows *rows, uint32_t *row) {
  PNGRows *self = (PNGRows *)rows;
  if (setjmp(self->escape)) {
    return self->canvas ? salvage_canvas(self) : ImageRowsStatusCorrupt;
  }

  if (!self->canvas) {
    png_read_row(self->png, (png_bytep)row, NULL);
  } else if (self->pass < self->passes) {
    // As a display row, a pass fills the blocks that later passes refine.
    png_read_row(self->png, NULL, (png_bytep)canvas_row(self, self->pass_row));
    self->pass_row += 1;
    if (self->pass_row == rows->size.height) {
      self->pass_row = 0;
      self->pass += 1;
    }
    return ImageRowsStatusWorking;
  } else {
    if (rows->next_row >= self->first_missing_row) return ImageRowsStatusEnded;
    memcpy(row, canvas_row(self, rows->next_row), (size_t)rows->size.width * sizeof *row);
  }
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void png_close(ImageRows *rows) {
  PNGRows *self = (PNGRows *)rows;
  free(self->canvas);
  png_destroy_read_struct(&self->png, &self->info, NULL);
}

const ImageRowsCodec image_rows_png = {
    .state_size = sizeof(PNGRows),
    .open = png_open,
    .start = png_start,
    .read = png_read,
    .close = png_close,
};
