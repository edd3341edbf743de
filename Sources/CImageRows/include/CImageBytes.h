#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CImageRows.h"

// Whole pictures as compressed bytes, for copies that a program keeps for itself: small and quick to decode.
//
// `pixels` are words 0xAARRGGBB, straight alpha, without padding. The caller frees the bytes by
// `image_bytes_free`. They are NULL if a library refuses, or without memory.

/// A JPEG without subsampling, whose quantization is the same for all frequencies: of the settings that were tried,
/// the one with the least error at its size. Alpha is left out.
uint8_t *image_bytes_jpeg(const uint32_t *pixels, ImageRowsSize size, size_t *count);

/// A WebP with its alpha.
uint8_t *image_bytes_webp(const uint32_t *pixels, ImageRowsSize size, size_t *count);

/// A WebP of the same pixels; those without alpha may lose their color.
uint8_t *image_bytes_lossless_webp(const uint32_t *pixels, ImageRowsSize size, size_t *count);

/// Frees what these have returned; NULL is allowed.
void image_bytes_free(uint8_t *bytes);

/// Decompresses a gzip file or a zlib stream as far as it is sound and `text` has room.
///
/// Returns the number of bytes written.
size_t image_inflate(const uint8_t *bytes, size_t count, uint8_t *text, size_t size);
