#include "jpeg_writer.h"

#include <stdlib.h>
#include <string.h>

#include "jpeg_codes.h"

enum {
  marker_start = 0xD8,
  marker_jfif = 0xE0,
  marker_steps = 0xDB,
  marker_frame = 0xC0,
  marker_codes = 0xC4,
  marker_scan = 0xDA,
  marker_end = 0xD9,
  /// Three blocks of 64 waves: a code and a number in four bytes, each of which may need another behind it.
  most_place_bytes = 3 * 64 * 4 * 2,
  most_head_bytes = 1024,
};

/// Where a wave is in the order of the file, by its bit.
static const uint8_t turns[64] = {
    0, 2, 3, 9, 10, 20, 21, 35, 1, 4, 8, 11, 19, 22, 34, 36,
    5, 7, 12, 18, 23, 33, 37, 48, 6, 13, 17, 24, 32, 38, 47, 49,
    14, 16, 25, 31, 39, 46, 50, 57, 15, 26, 30, 40, 45, 51, 56, 58,
    27, 29, 41, 44, 52, 55, 59, 62, 28, 42, 43, 53, 54, 60, 61, 63,
};

// MARK: - The head

static void add_byte(JPEGWriter *self, unsigned byte) { self->bytes[self->count++] = (uint8_t)byte; }

static void add_word(JPEGWriter *self, unsigned word) {
  add_byte(self, word >> 8);
  add_byte(self, word & 255);
}

/// Adds a marker, and the length of what follows it.
static void add_marker(JPEGWriter *self, unsigned marker, unsigned length) {
  add_word(self, 0xFF00 | marker);
  add_word(self, length + 2);
}

static unsigned code_count(const JPEGCodes *codes) {
  unsigned count = 0;
  for (int length = 1; length <= 16; length += 1) count += codes->counts[length];
  return count;
}

static void add_codes(JPEGWriter *self, unsigned place, const JPEGCodes *codes) {
  unsigned count = code_count(codes);
  add_marker(self, marker_codes, 17 + count);
  add_byte(self, place);
  for (int length = 1; length <= 16; length += 1) add_byte(self, codes->counts[length]);
  for (unsigned i = 0; i < count; i += 1) add_byte(self, codes->values[i]);
}

/// Codes of one length count up; the first of the next length is twice the next.
static void set_book(CodeBook *book, const JPEGCodes *codes) {
  memset(book, 0, sizeof *book);
  unsigned code = 0, next = 0;
  for (int length = 1; length <= 16; length += 1) {
    for (int i = 0; i < codes->counts[length]; i += 1) {
      uint8_t value = codes->values[next++];
      book->codes[value] = (uint16_t)code++;
      book->lengths[value] = (uint8_t)length;
    }
    code <<= 1;
  }
}

static void add_head(JPEGWriter *self, uint32_t width, uint32_t height, uint8_t step) {
  add_word(self, 0xFF00 | marker_start);
  add_marker(self, marker_jfif, 14);
  static const uint8_t jfif[14] = {'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0};
  for (int i = 0; i < 14; i += 1) add_byte(self, jfif[i]);
  add_marker(self, marker_steps, 65);
  add_byte(self, 0);
  for (int i = 0; i < 64; i += 1) add_byte(self, step);
  add_marker(self, marker_frame, 15);
  add_byte(self, 8);
  add_word(self, height);
  add_word(self, width);
  add_byte(self, 3);
  for (unsigned plane = 0; plane < 3; plane += 1) {
    add_byte(self, plane + 1);
    add_byte(self, 0x11);
    add_byte(self, 0);
  }
  add_codes(self, 0x00, &jpeg_codes_light_means);
  add_codes(self, 0x01, &jpeg_codes_color_means);
  add_codes(self, 0x10, &jpeg_codes_light_waves);
  add_codes(self, 0x11, &jpeg_codes_color_waves);
  add_marker(self, marker_scan, 10);
  add_byte(self, 3);
  for (unsigned plane = 0; plane < 3; plane += 1) {
    add_byte(self, plane + 1);
    add_byte(self, plane == 0 ? 0x00 : 0x11);
  }
  add_byte(self, 0);
  add_byte(self, 63);
  add_byte(self, 0);
}

bool jpeg_writer_begin(JPEGWriter *self, uint32_t width, uint32_t height, uint8_t step) {
  memset(self, 0, sizeof *self);
  if (width == 0 || height == 0 || width > 65500 || height > 65500) return false;
  self->room = most_head_bytes + (size_t)16384;
  self->bytes = malloc(self->room);
  if (!self->bytes) return false;
  set_book(&self->means[0], &jpeg_codes_light_means);
  set_book(&self->means[1], &jpeg_codes_color_means);
  set_book(&self->waves[0], &jpeg_codes_light_waves);
  set_book(&self->waves[1], &jpeg_codes_color_waves);
  add_head(self, width, height, step);
  return true;
}

bool jpeg_writer_reserve(JPEGWriter *self) {
  if (!self->bytes) return false;
  if (self->room - self->count >= most_place_bytes + 16) return true;
  uint8_t *larger = realloc(self->bytes, self->room * 2);
  if (!larger) {
    free(self->bytes);
    self->bytes = NULL;
    return false;
  }
  self->bytes = larger;
  self->room *= 2;
  return true;
}

// MARK: - Blocks

/// Writes what of the bits is whole bytes; a byte of 255 has a zero behind it.
static void flush(JPEGWriter *self) {
  while (self->bit_count >= 8) {
    self->bit_count -= 8;
    unsigned byte = self->bits >> self->bit_count & 255;
    add_byte(self, byte);
    if (byte == 255) add_byte(self, 0);
  }
}

static inline void add_bits(JPEGWriter *self, uint32_t bits, unsigned count) {
  self->bits = self->bits << count | bits;
  self->bit_count += count;
  if (self->bit_count < 32) return;
  uint32_t word = (uint32_t)(self->bits >> (self->bit_count - 32));
  // Whether one of its bytes is 255.
  if (word & 0x80808080 & ~(word + 0x01010101)) return flush(self);
  self->bit_count -= 32;
  for (int shift = 24; shift >= 0; shift -= 8) add_byte(self, word >> shift & 255);
}

/// Adds the code of a number's length, with zeros before it, and the number.
static inline void add_number(JPEGWriter *self, const CodeBook *book, unsigned zeros, int number) {
  unsigned sign = (unsigned)(number >> 31), size = ((unsigned)number ^ sign) - sign;
  unsigned length = size == 0 ? 0 : 32 - (unsigned)__builtin_clz(size);
  unsigned value = zeros << 4 | length;
  uint32_t rest = ((unsigned)number + sign) & ((1u << length) - 1);
  add_bits(self, (uint32_t)book->codes[value] << length | rest, book->lengths[value] + length);
}

void jpeg_writer_add(JPEGWriter *self, unsigned plane, const int16_t *block, uint64_t there) {
  const CodeBook *waves = &self->waves[plane != 0];
  int16_t ordered[64];
  uint64_t turned = 0;
  for (uint64_t rest = there & ~(uint64_t)1; rest; rest &= rest - 1) {
    unsigned bit = (unsigned)__builtin_ctzll(rest);
    ordered[turns[bit]] = block[bit % 8 * 8 + bit / 8];
    turned |= (uint64_t)1 << turns[bit];
  }
  add_number(self, &self->means[plane != 0], 0, block[0] - self->last_means[plane]);
  self->last_means[plane] = block[0];
  unsigned last = 0;
  for (; turned; turned &= turned - 1) {
    unsigned turn = (unsigned)__builtin_ctzll(turned), zeros = turn - last - 1;
    for (; zeros > 15; zeros -= 16) add_bits(self, waves->codes[0xF0], waves->lengths[0xF0]);
    add_number(self, waves, zeros, ordered[turn]);
    last = turn;
  }
  if (last < 63) add_bits(self, waves->codes[0], waves->lengths[0]);
}

uint8_t *jpeg_writer_end(JPEGWriter *self, size_t *count) {
  *count = 0;
  if (!jpeg_writer_reserve(self)) return NULL;
  // The last byte is filled up with ones.
  add_bits(self, 127, 7);
  flush(self);
  add_word(self, 0xFF00 | marker_end);
  *count = self->count;
  uint8_t *shrunk = realloc(self->bytes, self->count);
  return shrunk ? shrunk : self->bytes;
}
