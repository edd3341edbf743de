#pragma once

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// The part of libtiff's public ABI that is used here, so that a build needs no headers of it. It is the same in all
// versions from 4.5 on, as long as the library's name ends with 6.

typedef struct TIFF TIFF;
typedef struct TIFFOpenOptions TIFFOpenOptions;
typedef ptrdiff_t tmsize_t;
typedef uint64_t toff_t;
typedef void *thandle_t;

/// The state of a conversion to pixels.
typedef struct TIFFRGBAImage {
  TIFF *tiff;
  int settings[3];
  uint32_t width, height;
  uint16_t sample[2];
  uint16_t orientation, req_orientation;
  uint16_t photometric;
  void *tables[12];
  int row_offset, column_offset;
  /// Room for members of later versions.
  uint8_t rest[256];
} TIFFRGBAImage;

static_assert(offsetof(TIFFRGBAImage, orientation) == 32, "as in libtiff");
static_assert(offsetof(TIFFRGBAImage, row_offset) == 136, "as in libtiff");

enum {
  TIFF_TAG_IMAGEWIDTH = 256,
  TIFF_TAG_IMAGELENGTH = 257,
  TIFF_TAG_PHOTOMETRIC = 262,
  TIFF_TAG_ORIENTATION = 274,
  TIFF_TAG_ROWSPERSTRIP = 278,
  TIFF_TAG_TILELENGTH = 323,
  TIFF_TAG_ICCPROFILE = 34675,
  PHOTOMETRIC_MINISWHITE = 0,
  PHOTOMETRIC_MINISBLACK = 1,
  PHOTOMETRIC_RGB = 2,
  PHOTOMETRIC_PALETTE = 3,
  PHOTOMETRIC_YCBCR = 6,
};

/// The channels of a pixel, from the lowest byte.
static inline uint32_t TIFFGetR(uint32_t pixel) { return pixel & 255; }
static inline uint32_t TIFFGetG(uint32_t pixel) { return pixel >> 8 & 255; }
static inline uint32_t TIFFGetB(uint32_t pixel) { return pixel >> 16 & 255; }
static inline uint32_t TIFFGetA(uint32_t pixel) { return pixel >> 24; }

typedef int TIFFHandler(TIFF *, void *context, const char *module, const char *format, va_list values);

#define TIFF_FUNCTIONS(F)                                                                                \
  F(const char *, TIFFGetVersion, (void))                                                                \
  F(TIFFOpenOptions *, TIFFOpenOptionsAlloc, (void))                                                     \
  F(void, TIFFOpenOptionsFree, (TIFFOpenOptions *))                                                      \
  F(void, TIFFOpenOptionsSetMaxSingleMemAlloc, (TIFFOpenOptions *, tmsize_t most))                       \
  F(void, TIFFOpenOptionsSetErrorHandlerExtR, (TIFFOpenOptions *, TIFFHandler *, void *context))         \
  F(void, TIFFOpenOptionsSetWarningHandlerExtR, (TIFFOpenOptions *, TIFFHandler *, void *context))       \
  F(TIFF *, TIFFClientOpenExt,                                                                           \
    (const char *name, const char *mode, thandle_t,                                                      \
     tmsize_t (*read)(thandle_t, void *, tmsize_t), tmsize_t (*write)(thandle_t, void *, tmsize_t),      \
     toff_t (*seek)(thandle_t, toff_t, int), int (*close)(thandle_t), toff_t (*size)(thandle_t),         \
     int (*map)(thandle_t, void **, toff_t *), void (*unmap)(thandle_t, void *, toff_t),                 \
     TIFFOpenOptions *))                                                                                 \
  F(void, TIFFClose, (TIFF *))                                                                           \
  F(int, TIFFIsTiled, (TIFF *))                                                                          \
  F(int, TIFFGetField, (TIFF *, uint32_t tag, ...))                                                      \
  F(int, TIFFGetFieldDefaulted, (TIFF *, uint32_t tag, ...))                                             \
  F(int, TIFFRGBAImageBegin, (TIFFRGBAImage *, TIFF *, int stop, char reason[1024]))                     \
  F(int, TIFFRGBAImageGet, (TIFFRGBAImage *, uint32_t *pixels, uint32_t width, uint32_t height))         \
  F(void, TIFFRGBAImageEnd, (TIFFRGBAImage *))
