// Writes pixels as an AVIF or HEIC whose colors are those of Display P3, by a profile or by code points; see
// make-profiles.py.
//
//   cc make-profiles.c -o make-profiles -lavif -lheif
//   make-profiles WIDTH HEIGHT OUT.avif|OUT.heic [PROFILE] < RGBA

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <avif/avif.h>
#include <libheif/heif.h>

static int width, height;
static unsigned char *pixels;
static unsigned char profile[1 << 16];
static size_t profile_count;

static void check(int is_right, const char *what) {
  if (is_right) return;
  fprintf(stderr, "make-profiles: %s\n", what);
  exit(1);
}

static void write_avif(const char *path) {
  avifImage *image = avifImageCreate(width, height, 8, AVIF_PIXEL_FORMAT_YUV444);
  if (profile_count) {
    avifImageSetProfileICC(image, profile, profile_count);
  } else {
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_SMPTE432;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
  }
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image);
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.ignoreAlpha = AVIF_TRUE;
  rgb.pixels = pixels;
  rgb.rowBytes = width * 4;
  check(avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK, "RGB to YUV");
  avifEncoder *encoder = avifEncoderCreate();
  encoder->minQuantizer = encoder->maxQuantizer = 4;
  avifRWData output = AVIF_DATA_EMPTY;
  check(avifEncoderWrite(encoder, image, &output) == AVIF_RESULT_OK, "encoding AVIF");
  FILE *file = fopen(path, "wb");
  check(file && fwrite(output.data, 1, output.size, file) == output.size, "writing");
  fclose(file);
}

static void write_heic(const char *path) {
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder;
  check(!heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code,
        "no HEVC encoder");
  heif_encoder_set_lossy_quality(encoder, 95);
  struct heif_image *image;
  heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image);
  heif_image_add_plane(image, heif_channel_interleaved, width, height, 8);
  int stride;
  unsigned char *plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
  for (int i = 0; i < width * height; i += 1) {
    memcpy(plane + i / width * stride + i % width * 3, pixels + i * 4, 3);
  }
  struct heif_encoding_options *options = heif_encoding_options_alloc();
  struct heif_color_profile_nclx *points = heif_nclx_color_profile_alloc();
  if (profile_count) {
    heif_image_set_raw_color_profile(image, "prof", profile, profile_count);
  } else {
    points->color_primaries = heif_color_primaries_SMPTE_EG_432_1;
    points->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
    heif_image_set_nclx_color_profile(image, points);
    options->output_nclx_profile = points;
  }
  check(!heif_context_encode_image(context, image, encoder, options, NULL).code, "encoding HEIC");
  check(!heif_context_write_to_file(context, path).code, "writing");
}

int main(int count, char **arguments) {
  check(count == 4 || count == 5, "usage: make-profiles WIDTH HEIGHT OUT.avif|OUT.heic [PROFILE] < RGBA");
  width = atoi(arguments[1]);
  height = atoi(arguments[2]);
  size_t area = (size_t)width * height;
  pixels = malloc(area * 4);
  check(pixels && fread(pixels, 4, area, stdin) == area, "too few pixels");
  if (count == 5) {
    FILE *file = fopen(arguments[4], "rb");
    check(file != NULL, "no profile");
    profile_count = fread(profile, 1, sizeof profile, file);
    fclose(file);
  }
  const char *path = arguments[3];
  if (strstr(path, ".avif")) write_avif(path);
  else write_heic(path);
}
