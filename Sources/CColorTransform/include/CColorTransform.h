#pragma once

#include <stddef.h>
#include <stdint.h>

// Converts colors of an ICC profile, or of an RGB space, to sRGB with Little CMS.
//
// The intent is relative colorimetric, with black point compensation: white stays white, and black stays black. No
// allocation of the library exceeds 16 MiB. A transform may be used on several threads at a time.

#define COLOR_TRANSFORM_CLOSED_ENUM __attribute__((enum_extensibility(closed)))

typedef enum COLOR_TRANSFORM_CLOSED_ENUM ColorTransformInput : int {
  /// Words 0xAARRGGBB.
  ColorTransformInputPixels,
  /// Words 0xAARRGGBB of grays.
  ColorTransformInputGrays,
  /// The bytes cyan, magenta, yellow, black in memory; 255 is all of an ink.
  ColorTransformInputInks,
} ColorTransformInput;

/// An RGB space, by CIE 1931 coordinates x and y.
typedef struct ColorTransformSpace {
  double white[2];
  double red[2];
  double green[2];
  double blue[2];
  /// The exponent from values to light; 0 for the curve of sRGB.
  double exponent;
} ColorTransformSpace;

typedef struct ColorTransform ColorTransform;

/// Prepares a transform; NULL if the library can't be loaded or can't use the profile.
ColorTransform *color_transform_create(const uint8_t *profile, size_t count, ColorTransformInput input);

/// Prepares a transform of pixels; NULL if the library can't be loaded, or if the primaries are on a line.
ColorTransform *color_transform_create_rgb(const ColorTransformSpace *space);

/// Converts words in place to words 0xAARRGGBB in sRGB. Alpha is kept; inks become opaque.
void color_transform_apply(const ColorTransform *transform, uint32_t *words, size_t count);

/// Frees everything; NULL is allowed.
void color_transform_free(ColorTransform *transform);
