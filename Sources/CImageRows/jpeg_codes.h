#pragma once

#include <stdint.h>

/// How many Huffman codes there are of each length, and what they stand for, the shortest first.
typedef struct JPEGCodes {
  uint8_t counts[17];
  uint8_t values[162];
} JPEGCodes;

// The codes of copies. They are made of the counts of fifteen photographs and three pictures of noise, quantized as
// copies are. What did not occur in any has a code too.

extern const JPEGCodes jpeg_codes_light_means, jpeg_codes_color_means;
extern const JPEGCodes jpeg_codes_light_waves, jpeg_codes_color_waves;
