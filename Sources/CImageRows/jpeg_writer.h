#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Codes to write, by what they stand for.
typedef struct CodeBook {
  uint16_t codes[256];
  uint8_t lengths[256];
} CodeBook;

/// Writes a baseline JPEG with three planes of one size, block by block.
typedef struct JPEGWriter {
  uint8_t *bytes;
  size_t count;
  size_t room;
  /// What is not written yet, in the lowest bits.
  uint64_t bits;
  unsigned bit_count;
  int16_t last_means[3];
  CodeBook means[2], waves[2];
} JPEGWriter;

/// Begins a picture of that size, of which all waves have one quantization step.
///
/// Returns false without memory; each other function then also does.
bool jpeg_writer_begin(JPEGWriter *self, uint32_t width, uint32_t height, uint8_t step);

/// Makes room for the blocks of one place, one in each plane.
bool jpeg_writer_reserve(JPEGWriter *self);

/// Adds a block; the caller has reserved room for it.
///
/// `block` has the quantized waves in natural order. Bit 8 x + y of `there` says that the one in row y and column x is
/// not zero.
void jpeg_writer_add(JPEGWriter *self, unsigned plane, const int16_t *block, uint64_t there);

/// Ends the picture; the caller frees the bytes.
uint8_t *jpeg_writer_end(JPEGWriter *self, size_t *count);
