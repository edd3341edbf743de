#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CImageRows.h"

// Encodes pictures as compressed copies for a program's own use: small and fast to decode.
//
// `pixels` are words 0xAARRGGBB, straight alpha, without padding. The caller frees the bytes by
// `image_bytes_free`. They are NULL if a library refuses, or without memory.

/// A JPEG without subsampling, with equal quantization for all frequencies: of the tested settings, the one with the
/// least error at its size. Alpha is dropped.
uint8_t *image_bytes_jpeg(const uint32_t *pixels, ImageRowsSize size, size_t *count);

/// A WebP with alpha.
uint8_t *image_bytes_webp(const uint32_t *pixels, ImageRowsSize size, size_t *count);

/// A WebP with exactly these pixels; fully transparent ones may lose their color.
uint8_t *image_bytes_lossless_webp(const uint32_t *pixels, ImageRowsSize size, size_t *count);

/// Frees the result of these functions; NULL is allowed.
void image_bytes_free(uint8_t *bytes);

/// Decompresses the valid part of a gzip file or a zlib stream, as far as `text` has room.
///
/// Returns the number of bytes written.
size_t image_inflate(const uint8_t *bytes, size_t count, uint8_t *text, size_t size);
