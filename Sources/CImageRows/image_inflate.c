#include <zlib.h>

#include "CImageBytes.h"

size_t image_inflate(const uint8_t *bytes, size_t count, uint8_t *text, size_t size) {
  z_stream stream = {
      .next_in = (uint8_t *)bytes,
      .avail_in = count < UINT32_MAX ? (uInt)count : UINT32_MAX,
      .next_out = text,
      .avail_out = (uInt)size,
  };
  // Adding 32 to the largest window enables detection of gzip and zlib headers.
  if (inflateInit2(&stream, 15 + 32) != Z_OK) return 0;
  inflate(&stream, Z_SYNC_FLUSH);
  inflateEnd(&stream);
  return size - stream.avail_out;
}
