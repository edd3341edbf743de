#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <webp/encode.h>

#include "CImageBytes.h"

/// The step of all frequencies, of light and of color: photographs at 320x240 keep 38 dB in 20 KB.
static const unsigned quantization_step = 11;

/// At this quality and the quickest method, WebP keeps as much of them.
static const float webp_quality = 90;

typedef struct Encoding {
  struct jpeg_error_mgr errors;
  jmp_buf escape;
} Encoding;

static void on_error(j_common_ptr jpeg) {
  longjmp(((Encoding *)jpeg->client_data)->escape, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

/// More than any JPEG of this size takes: 6 bytes a pixel of whole blocks, and the tables (TurboJPEG's bound).
static size_t most_jpeg_bytes(ImageRowsSize size) {
  size_t columns = ((size_t)size.width + 7) / 8 * 8;
  size_t rows = ((size_t)size.height + 7) / 8 * 8;
  return columns * rows * 6 + 2048;
}

uint8_t *image_bytes_jpeg(const uint32_t *pixels, ImageRowsSize size, size_t *count) {
  Encoding encoding;
  struct jpeg_compress_struct jpeg;
  // A buffer that the library makes and grows is freed before it says where the next one is. So an error would leave
  // its address here, to be freed twice. It never frees one that it was given.
  unsigned long length = most_jpeg_bytes(size);
  uint8_t *const own = malloc(length);
  unsigned char *bytes = own;
  *count = 0;
  if (!own) return NULL;
  jpeg.err = jpeg_std_error(&encoding.errors);
  encoding.errors.error_exit = on_error;
  encoding.errors.emit_message = on_message;
  jpeg.client_data = &encoding;
  if (setjmp(encoding.escape)) {
    jpeg_destroy_compress(&jpeg);
    free(own);
    return NULL;
  }
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &bytes, &length);
  jpeg.image_width = size.width;
  jpeg.image_height = size.height;
  jpeg.input_components = 4;
  jpeg.in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(&jpeg);
  unsigned table[DCTSIZE2];
  for (int i = 0; i < DCTSIZE2; i += 1) table[i] = quantization_step;
  for (int slot = 0; slot < 2; slot += 1) jpeg_add_quant_table(&jpeg, slot, table, 100, TRUE);
  jpeg.comp_info[0].h_samp_factor = 1;
  jpeg.comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < size.height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)jpeg.next_scanline * size.width);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  *count = length;
  if (bytes != own) {
    free(own);
    return bytes;
  }
  // Most of it was never touched, and this gives it back.
  uint8_t *shrunk = realloc(own, length);
  return shrunk ? shrunk : own;
}

uint8_t *image_bytes_webp(const uint32_t *pixels, ImageRowsSize size, size_t *count) {
  *count = 0;
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return NULL;
  config.quality = webp_quality;
  config.method = 0;
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

void image_bytes_free(uint8_t *bytes) { free(bytes); }
