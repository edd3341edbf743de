#include <stdlib.h>
#include <string.h>

#include <webp/encode.h>

#include "CImageBytes.h"
#include "jpeg_blocks.h"
#include "jpeg_writer.h"

/// The step of all waves, of light and of color: photographs at 320x240 keep 38 dB in 15 KB.
static const uint8_t quantization_step = 9;

/// Waves of less than so many steps are left out: they cost more bytes, and time to decode, than a finer step.
static const double least_wave = 0.8;

/// What is added to a number of steps before it is rounded down.
static const double rounding = 0.45;

/// At this quality and the quickest method, WebP keeps as much of them.
static const float webp_quality = 90;

static const float lossless_effort = 20;

uint8_t *image_bytes_jpeg(const uint32_t *pixels, ImageRowsSize size, size_t *count) {
  *count = 0;
  JPEGWriter writer;
  if (!jpeg_writer_begin(&writer, size.width, size.height, quantization_step)) return NULL;
  size_t stride = ((size_t)size.width + 7) / 8 * 8;
  int16_t *planes = malloc(stride * 8 * 3 * sizeof *planes);
  if (!planes) {
    free(writer.bytes);
    return NULL;
  }
  BlockQuantizer quantizer;
  block_quantizer_set(&quantizer, quantization_step, least_wave, rounding);
  for (size_t row = 0; row < size.height && writer.bytes; row += 8) {
    block_planes_fill(pixels, size.width, size.height, row, planes, stride);
    for (size_t column = 0; column < stride && jpeg_writer_reserve(&writer); column += 8) {
      for (unsigned plane = 0; plane < 3; plane += 1) {
        int16_t block[64];
        const int16_t *numbers = planes + stride * 8 * plane + column;
        uint64_t there = block_quantizer_run(&quantizer, numbers, stride, block);
        jpeg_writer_add(&writer, plane, block, there);
      }
    }
  }
  free(planes);
  return jpeg_writer_end(&writer, count);
}

static uint8_t *webp_bytes(const uint32_t *pixels, ImageRowsSize size, bool is_lossless,
                           size_t *count) {
  *count = 0;
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return NULL;
  // Without loss, the quality is the effort.
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
