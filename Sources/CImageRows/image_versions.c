#include <stdio.h>

#include <gif_lib.h>
#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

#include "image_rows.h"

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

void image_rows_library(ImageRowsFormat format, char *text, size_t size) {
  text[0] = 0;
  switch (format) {
  case ImageRowsFormatJpeg:
    // The library does not report its version, but its headers contain it.
#ifdef LIBJPEG_TURBO_VERSION
    snprintf(text, size, "libjpeg-turbo %s", TEXT_OF(LIBJPEG_TURBO_VERSION));
#else
    snprintf(text, size, "libjpeg %d", JPEG_LIB_VERSION);
#endif
    break;
  case ImageRowsFormatPng:
    snprintf(text, size, "libpng %s", png_get_libpng_ver(NULL));
    break;
  case ImageRowsFormatWebp:
  case ImageRowsFormatWebpAnimation: {
    int version = WebPGetDecoderVersion();
    snprintf(text, size, "libwebp %d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
    break;
  }
  case ImageRowsFormatGif:
  case ImageRowsFormatGifAnimation:
    snprintf(text, size, "giflib %d.%d.%d", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
    break;
  case ImageRowsFormatAvif:
  case ImageRowsFormatHeic:
  case ImageRowsFormatTiff:
    image_rows_describe(format, text, size);
    break;
  }
}
