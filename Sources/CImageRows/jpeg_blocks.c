#include "jpeg_blocks.h"

#include <string.h>

// Eight numbers at a time, in the way of jfdctfst.c (Arai, Agui and Nakajima).

typedef int16_t Lanes __attribute__((vector_size(16)));
typedef uint16_t Counts __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(8)));
typedef int32_t Wide __attribute__((vector_size(32)));
typedef uint32_t WideCounts __attribute__((vector_size(32)));

/// The upper half of products: what is multiplied by a fraction of 65,536.
static inline Lanes scaled(Lanes value, int16_t fraction) {
  Wide wide = __builtin_convertvector(value, Wide);
  return __builtin_convertvector(wide * (int32_t)fraction >> 16, Lanes);
}

static inline Counts scaled_counts(Counts value, Counts fraction) {
  WideCounts product = __builtin_convertvector(value, WideCounts);
  product *= __builtin_convertvector(fraction, WideCounts);
  return __builtin_convertvector(product >> 16, Counts);
}

static inline void transpose(Lanes v[8]) {
  Lanes a[8], b[8];
  for (int i = 0; i < 4; i += 1) {
    a[2 * i] = __builtin_shufflevector(v[i], v[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    a[2 * i + 1] = __builtin_shufflevector(v[i], v[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int i = 0; i < 4; i += 1) {
    b[2 * i] = __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int i = 0; i < 4; i += 1) {
    v[2 * i] = __builtin_shufflevector(b[i], b[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    v[2 * i + 1] = __builtin_shufflevector(b[i], b[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
}

/// Makes the eight numbers of each lane into waves, times factors that the quantizer takes out.
static inline void transform(Lanes v[8]) {
  enum { f0_382 = 25080, f0_541 = 35468 - 65536, f0_707 = 46341 - 65536, f0_306 = 20091 };
  Lanes t0 = v[0] + v[7], t7 = v[0] - v[7], t1 = v[1] + v[6], t6 = v[1] - v[6];
  Lanes t2 = v[2] + v[5], t5 = v[2] - v[5], t3 = v[3] + v[4], t4 = v[3] - v[4];
  Lanes t10 = t0 + t3, t13 = t0 - t3, t11 = t1 + t2, t12 = t1 - t2;
  v[0] = t10 + t11;
  v[4] = t10 - t11;
  Lanes sum = t12 + t13;
  Lanes z1 = scaled(sum, f0_707) + sum;
  v[2] = t13 + z1;
  v[6] = t13 - z1;
  t10 = t4 + t5;
  t11 = t5 + t6;
  t12 = t6 + t7;
  Lanes z5 = scaled(t10 - t12, f0_382);
  Lanes z2 = scaled(t10, f0_541) + t10 + z5;
  Lanes z4 = scaled(t12, f0_306) + t12 + z5;
  Lanes z3 = scaled(t11, f0_707) + t11;
  Lanes z11 = t7 + z3, z13 = t7 - z3;
  v[5] = z13 + z2;
  v[3] = z13 - z2;
  v[1] = z11 + z4;
  v[7] = z11 - z4;
}

void block_quantizer_set(BlockQuantizer *self, double step, double least, double round) {
  static const double factors[8] = {1, 1.387039845,  1.306562965,  1.175875602,
                                    1, 0.785694958, 0.541196100, 0.275899379};
  for (int i = 0; i < 64; i += 1) {
    double divisor = step * 8 * factors[i / 8] * factors[i % 8];
    self->fraction[i] = (uint16_t)(65536 / divisor + 0.5);
    self->least[i] = i == 0 ? 0 : (int16_t)(divisor * least + 0.5);
    self->round[i] = (uint16_t)(divisor * (i == 0 ? 0.5 : round) + 0.5);
  }
}

uint64_t block_quantizer_run(const BlockQuantizer *self, const int16_t *plane, size_t stride,
                             int16_t *block) {
  Lanes v[8];
  for (size_t y = 0; y < 8; y += 1) memcpy(&v[y], plane + y * stride, sizeof v[y]);
  transpose(v);
  transform(v);
  transpose(v);
  transform(v);
  Lanes there = {0};
  for (size_t y = 0; y < 8; y += 1) {
    Lanes least;
    Counts fraction, round;
    memcpy(&least, self->least + 8 * y, sizeof least);
    memcpy(&fraction, self->fraction + 8 * y, sizeof fraction);
    memcpy(&round, self->round + 8 * y, sizeof round);
    Lanes sign = v[y] >> 15;
    Lanes size = (v[y] ^ sign) - sign;
    Lanes steps = (Lanes)scaled_counts((Counts)size + round, fraction);
    steps &= size >= least;
    steps = (steps ^ sign) - sign;
    there |= (steps != 0) & ((Lanes){0} + (int16_t)(1 << y));
    memcpy(block + 8 * y, &steps, sizeof steps);
  }
  Bytes columns = __builtin_convertvector((Counts)there, Bytes);
  uint64_t bits = 0;
  memcpy(&bits, &columns, sizeof bits);
  return bits;
}

/// A channel's part in a sum, 64 times: both carry bits that rounding needs.
static inline Counts part(Counts channel, double fraction) {
  return scaled_counts(channel, (Counts){0} + (uint16_t)(fraction * 16384 + 0.5));
}

/// Eight pixels of a row, the last one repeated.
static inline void take_eight(const uint32_t *row, size_t x, size_t width, WideCounts *pixels) {
  if (x + 8 <= width) {
    memcpy(pixels, row + x, sizeof *pixels);
  } else {
    for (size_t i = 0; i < 8; i += 1) (*pixels)[i] = row[x + i < width ? x + i : width - 1];
  }
}

void block_planes_fill(const uint32_t *pixels, size_t width, size_t height, size_t row,
                       int16_t *planes, size_t stride) {
  for (size_t y = 0; y < 8; y += 1) {
    const uint32_t *source = pixels + (row + y < height ? row + y : height - 1) * width;
    int16_t *light = planes + y * stride, *blue = light + 8 * stride, *red = blue + 8 * stride;
    for (size_t x = 0; x < stride; x += 8) {
      WideCounts colors;
      take_eight(source, x, width, &colors);
      Counts b = __builtin_convertvector(colors & 0xFF, Counts) << 8;
      Counts g = __builtin_convertvector(colors & 0xFF00, Counts);
      Counts r = __builtin_convertvector(colors >> 8 & 0xFF00, Counts);
      Counts y_sum = part(r, 0.299) + part(g, 0.587) + part(b, 0.114);
      Counts less_blue = part(r, 0.168735892) + part(g, 0.331264108);
      Counts less_red = part(g, 0.418687589) + part(b, 0.081312411);
      Lanes lightness = (Lanes)((y_sum + 32) >> 6) - 128;
      Lanes blueness = ((Lanes)part(b, 0.5) - (Lanes)less_blue + 32) >> 6;
      Lanes redness = ((Lanes)part(r, 0.5) - (Lanes)less_red + 32) >> 6;
      memcpy(light + x, &lightness, sizeof lightness);
      memcpy(blue + x, &blueness, sizeof blueness);
      memcpy(red + x, &redness, sizeof redness);
    }
  }
}
