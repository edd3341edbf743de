#include <stdio.h>

#include <gif_lib.h>
#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

#include "CImageRows.h"

#ifdef IMAGE_ROWS_AVIF
#include <avif/avif.h>
#endif
#ifdef IMAGE_ROWS_HEIC
#include <libheif/heif.h>
#endif
#ifdef IMAGE_ROWS_TIFF
#include <tiffio.h>
#endif

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
#ifdef IMAGE_ROWS_AVIF
    snprintf(text, size, "libavif %s", avifVersion());
#endif
    break;
  case ImageRowsFormatHeic:
#ifdef IMAGE_ROWS_HEIC
    snprintf(text, size, "libheif %s", heif_get_version());
#endif
    break;
  case ImageRowsFormatTiff:
#ifdef IMAGE_ROWS_TIFF
    // The text is "LIBTIFF, Version 4.5.0", followed by lines of authors.
    if (sscanf(TIFFGetVersion(), "LIBTIFF, Version %31s", text) == 1) {
      char version[32];
      snprintf(version, sizeof version, "%s", text);
      snprintf(text, size, "libtiff %s", version);
    }
#endif
    break;
  }
}
