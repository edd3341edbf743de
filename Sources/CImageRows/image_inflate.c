#include <zlib.h>

#include "CVectorDrawing.h"

size_t vector_inflate_beginning(const uint8_t *bytes, size_t count, uint8_t *text, size_t size) {
  z_stream stream = {
      .next_in = (uint8_t *)bytes,
      .avail_in = count < UINT32_MAX ? (uInt)count : UINT32_MAX,
      .next_out = text,
      .avail_out = (uInt)size,
  };
  // 16 more than the largest window: with the head of a gzip file.
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return 0;
  inflate(&stream, Z_SYNC_FLUSH);
  inflateEnd(&stream);
  return size - stream.avail_out;
}
