#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <webp/encode.h>

#include "CImageBytes.h"

/// The quantization step of all frequencies: photographs at 320x240 keep 38 dB in 17 KB.
static const unsigned quantization_step = 11;

/// The WebP quality that, with the fastest method, keeps as much of them.
static const float webp_quality = 90;

static const float lossless_effort = 20;

typedef struct JPEGCopy {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  unsigned char *bytes;
  unsigned long count;
} JPEGCopy;

static void on_error(j_common_ptr jpeg) {
  JPEGCopy *self = jpeg->client_data;
  longjmp(self->escape, 1);
}

/// Compresses a picture; false if libjpeg refuses it.
static bool jpeg_copy_write(JPEGCopy *self, const uint32_t *pixels, ImageRowsSize size) {
  struct jpeg_compress_struct *jpeg = &self->jpeg;
  jpeg->err = jpeg_std_error(&self->errors);
  self->errors.error_exit = on_error;
  jpeg->client_data = self;
  if (setjmp(self->escape)) return false;

  jpeg_create_compress(jpeg);
  jpeg_mem_dest(jpeg, &self->bytes, &self->count);
  jpeg->image_width = size.width;
  jpeg->image_height = size.height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(jpeg);
  unsigned steps[DCTSIZE2];
  for (int i = 0; i < DCTSIZE2; i += 1) steps[i] = quantization_step;
  jpeg_add_quant_table(jpeg, 0, steps, 100, TRUE);
  for (int i = 0; i < jpeg->num_components; i += 1) {
    jpeg->comp_info[i].quant_tbl_no = 0;
    jpeg->comp_info[i].h_samp_factor = jpeg->comp_info[i].v_samp_factor = 1;
  }
  jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)jpeg->next_scanline * size.width);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  return true;
}

uint8_t *image_bytes_jpeg(const uint32_t *pixels, ImageRowsSize size, size_t *count) {
  JPEGCopy copy = {0};
  bool is_whole = jpeg_copy_write(&copy, pixels, size);
  // After an error, only the destination manager knows the current buffer.
  if (!is_whole && copy.jpeg.dest) copy.jpeg.dest->term_destination(&copy.jpeg);
  jpeg_destroy_compress(&copy.jpeg);
  if (is_whole) {
    *count = copy.count;
    return copy.bytes;
  }
  *count = 0;
  free(copy.bytes);
  return NULL;
}

static uint8_t *webp_bytes(const uint32_t *pixels, ImageRowsSize size, bool is_lossless,
                           size_t *count) {
  *count = 0;
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return NULL;
  // In lossless mode, the quality is the effort.
  config.quality = is_lossless ? lossless_effort : webp_quality;
  config.lossless = is_lossless;
  config.method = 0;
  picture.use_argb = is_lossless;
  picture.width = (int)size.width;
  picture.height = (int)size.height;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  bool is_whole = WebPPictureImportBGRA(&picture, (const uint8_t *)pixels, (int)size.width * 4) &&
                  WebPEncode(&config, &picture);
  WebPPictureFree(&picture);
  uint8_t *bytes = is_whole ? malloc(writer.size) : NULL;
  if (bytes) {
    memcpy(bytes, writer.mem, writer.size);
    *count = writer.size;
  }
  WebPMemoryWriterClear(&writer);
  return bytes;
}

uint8_t *image_bytes_webp(const uint32_t *pixels, ImageRowsSize size, size_t *count) {
  return webp_bytes(pixels, size, false, count);
}

uint8_t *image_bytes_lossless_webp(const uint32_t *pixels, ImageRowsSize size, size_t *count) {
  return webp_bytes(pixels, size, true, count);
}

void image_bytes_free(uint8_t *bytes) { free(bytes); }
