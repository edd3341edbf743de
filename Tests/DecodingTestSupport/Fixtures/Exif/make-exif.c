// Makes camera.avif and camera.heic anew, gray pictures whose EXIF names the camera "X1" and asks for
// a quarter turn, which their containers do not:
// cc make-exif.c -o make-exif -lavif -lheif && ./make-exif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <avif/avif.h>
#include <libheif/heif.h>

static const uint8_t exif[] = {
    'I',  'I',  42, 0, 8, 0, 0, 0, 2,   0,                 // two entries
    0x10, 0x01, 2,  0, 3, 0, 0, 0, 'X', '1', 0, 0,         // the model
    0x12, 0x01, 3,  0, 1, 0, 0, 0, 6,   0,   0, 0,         // the orientation
    0,    0,    0,  0,
};

static void check(int is_right, const char *what) {
  if (is_right) return;
  fprintf(stderr, "%s failed\n", what);
  exit(1);
}

static void make_avif(const char *path) {
  avifImage *image = avifImageCreate(32, 16, 8, AVIF_PIXEL_FORMAT_YUV420);
  avifImageAllocatePlanes(image, AVIF_PLANES_YUV);
  for (int plane = 0; plane < 3; plane += 1) {
    memset(image->yuvPlanes[plane], 128, image->yuvRowBytes[plane] * (plane == 0 ? 16 : 8));
  }
  avifImageSetMetadataExif(image, exif, sizeof exif);
  image->transformFlags = 0;
  avifRWData file = AVIF_DATA_EMPTY;
  check(avifEncoderWrite(avifEncoderCreate(), image, &file) == AVIF_RESULT_OK, "encoding AVIF");
  FILE *out = fopen(path, "wb");
  check(out && fwrite(file.data, 1, file.size, out) == file.size && !fclose(out), "writing");
}

static void make_heic(const char *path) {
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder = NULL;
  struct heif_image *image = NULL;
  struct heif_image_handle *handle = NULL;
  check(!heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code, "x265");
  heif_image_create(64, 64, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image);
  heif_image_add_plane(image, heif_channel_interleaved, 64, 64, 24);
  int stride = 0;
  uint8_t *plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
  memset(plane, 128, (size_t)stride * 64);
  check(!heif_context_encode_image(context, image, encoder, NULL, &handle).code, "encoding HEIC");
  check(!heif_context_add_exif_metadata(context, handle, exif, sizeof exif).code, "adding EXIF");
  check(!heif_context_write_to_file(context, path).code, "writing");
}

int main(void) {
  make_avif("camera.avif");
  make_heic("camera.heic");
  return 0;
}
