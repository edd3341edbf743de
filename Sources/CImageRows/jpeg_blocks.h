#pragma once

#include <stddef.h>
#include <stdint.h>

/// Which waves of a block are kept, and how exactly.
typedef struct BlockQuantizer {
  int16_t least[64];
  uint16_t round[64];
  uint16_t fraction[64];
} BlockQuantizer;

/// One step for all waves. A wave of less than `least` steps is left out, others are rounded down unless they are
/// `round` from the next step. The mean of a block is rounded to the nearest.
void block_quantizer_set(BlockQuantizer *self, double step, double least, double round);

/// Makes a block of 8x8 numbers from -128 to 127 in a plane into quantized waves, in natural order.
///
/// Returns which are not zero: bit 8 x + y is that of the wave in row y and column x.
uint64_t block_quantizer_run(const BlockQuantizer *self, const int16_t *plane, size_t stride,
                             int16_t *block);

/// Makes eight rows of pixels into planes of light, blue and red (JFIF's YCbCr), each eight rows of `stride` numbers
/// around zero, behind one another. What is beyond the picture repeats its edge; `stride` is a multiple of 8.
void block_planes_fill(const uint32_t *pixels, size_t width, size_t height, size_t row,
                       int16_t *planes, size_t stride);
