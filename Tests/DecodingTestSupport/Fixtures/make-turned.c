// Writes pixels as an AVIF or HEIC with alpha that says in its container how to turn it upright; see
// make-formats.py. COLORS is a file with a profile, or `points` for the code points of Display P3.
//
//   cc make-turned.c -o make-turned -lavif -lheif
//   make-turned ORIENTATION WIDTH HEIGHT OUT.avif|OUT.heic [COLORS] < RGBA

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <avif/avif.h>
#include <libheif/heif.h>

static int width, height;
static unsigned char *pixels;
static bool has_points;
static unsigned char profile[1 << 16];
static size_t profile_count;

static void check(int is_right, const char *what) {
  if (is_right) return;
  fprintf(stderr, "make-turned: %s\n", what);
  exit(1);
}

static void read_pixels(void) {
  size_t count = (size_t)width * height;
  pixels = malloc(count * 4);
  check(pixels && fread(pixels, 4, count, stdin) == count, "too few pixels");
}

static void read_colors(const char *name) {
  has_points = strcmp(name, "points") == 0;
  if (has_points) return;
  FILE *file = fopen(name, "rb");
  check(file != NULL, "no profile");
  profile_count = fread(profile, 1, sizeof profile, file);
  fclose(file);
}

// libavif itself makes the container's turn and mirroring out of this EXIF block.
static void write_avif(int orientation, const char *path) {
  const unsigned char exif[] = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0,
                                (unsigned char)orientation, 0, 0, 0, 0, 0, 0, 0};
  avifImage *image = avifImageCreate(width, height, 8, AVIF_PIXEL_FORMAT_YUV444);
  if (profile_count) avifImageSetProfileICC(image, profile, profile_count);
  if (has_points) {
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_SMPTE432;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
  }
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image);
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.pixels = pixels;
  rgb.rowBytes = width * 4;
  check(avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK, "RGB to YUV");
  avifImageSetMetadataExif(image, exif, sizeof exif);
  avifEncoder *encoder = avifEncoderCreate();
  avifRWData output = AVIF_DATA_EMPTY;
  check(avifEncoderWrite(encoder, image, &output) == AVIF_RESULT_OK, "encoding AVIF");
  FILE *file = fopen(path, "wb");
  check(file && fwrite(output.data, 1, output.size, file) == output.size, "writing");
  fclose(file);
}

static void write_heic(int orientation, const char *path) {
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder;
  check(!heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code,
        "no HEVC encoder");
  heif_encoder_set_lossy_quality(encoder, 90);
  struct heif_image *image;
  heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, &image);
  heif_image_add_plane(image, heif_channel_interleaved, width, height, 8);
  int stride;
  unsigned char *plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
  for (int y = 0; y < height; y += 1) memcpy(plane + y * stride, pixels + y * width * 4, width * 4);
  struct heif_encoding_options *options = heif_encoding_options_alloc();
  options->image_orientation = (enum heif_orientation)orientation;
  if (profile_count) heif_image_set_raw_color_profile(image, "prof", profile, profile_count);
  if (has_points) {
    struct heif_color_profile_nclx *points = heif_nclx_color_profile_alloc();
    points->color_primaries = heif_color_primaries_SMPTE_EG_432_1;
    points->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
    heif_image_set_nclx_color_profile(image, points);
    options->output_nclx_profile = points;
  }
  check(!heif_context_encode_image(context, image, encoder, options, NULL).code, "encoding HEIC");
  check(!heif_context_write_to_file(context, path).code, "writing");
}

int main(int count, char **arguments) {
  check(count == 5 || count == 6,
        "usage: make-turned ORIENTATION WIDTH HEIGHT OUT.avif|OUT.heic [COLORS] < RGBA");
  int orientation = atoi(arguments[1]);
  width = atoi(arguments[2]);
  height = atoi(arguments[3]);
  read_pixels();
  if (count == 6) read_colors(arguments[5]);
  const char *path = arguments[4];
  if (strstr(path, ".avif")) write_avif(orientation, path);
  else write_heic(orientation, path);
}
