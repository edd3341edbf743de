#include "jpeg_scans.h"

#include <stdlib.h>
#include <string.h>

enum {
  marker_temporary = 0x01,
  marker_restart = 0xD0,
  marker_start = 0xD8,
  marker_end = 0xD9,
  marker_scan = 0xDA,
};

/// Whether a marker has no segment, such as restarts and the start of the picture.
static bool stands_alone(uint8_t marker) {
  return marker == marker_temporary || (marker >= marker_restart && marker <= marker_start);
}

/// The end of the coded data at `offset`: the next marker that is not a restart.
static size_t data_end(const uint8_t *bytes, size_t count, size_t offset) {
  while (offset + 1 < count) {
    const uint8_t *found = memchr(bytes + offset, 0xFF, count - 1 - offset);
    if (!found) return count;
    offset = (size_t)(found - bytes);
    uint8_t marker = bytes[offset + 1];
    bool is_data = marker == 0 || (marker >= marker_restart && marker < marker_start);
    if (!is_data) return offset;
    offset += 2;
  }
  return count;
}

/// Whether a scan contains only unneeded details of one component; `header` begins with its marker.
static bool is_superfluous(const uint8_t *header, size_t count, const bool *needs_details) {
  // Scans of several components contain means.
  if (count < 8 || header[4] != 1) return false;
  uint8_t component = header[5], first_coefficient = header[7];
  return first_coefficient > 0 && !needs_details[component];
}

/// The end of a segment, including coded data that follows; 0 at the last one.
static size_t segment_end(const uint8_t *bytes, size_t count, size_t offset) {
  if (offset + 4 > count || bytes[offset] != 0xFF || bytes[offset + 1] == marker_end) return 0;
  uint8_t marker = bytes[offset + 1];
  // Any number of these bytes may precede a marker.
  if (marker == 0xFF) return offset + 1;
  if (stands_alone(marker)) return offset + 2;
  size_t end = offset + 2 + ((size_t)bytes[offset + 2] << 8 | bytes[offset + 3]);
  if (end > count) return 0;
  return marker == marker_scan ? data_end(bytes, count, end) : end;
}

uint8_t *jpeg_scans_needed(const uint8_t *bytes, size_t count, const bool *needs_details,
                           size_t *kept) {
  uint8_t *copy = malloc(count);
  if (!copy) return NULL;
  *kept = 0;
  size_t offset = 0, end = 0;
  while ((end = segment_end(bytes, count, offset)) > 0) {
    bool is_scan = bytes[offset + 1] == marker_scan;
    if (!is_scan || !is_superfluous(bytes + offset, end - offset, needs_details)) {
      memcpy(copy + *kept, bytes + offset, end - offset);
      *kept += end - offset;
    }
    offset = end;
  }
  memcpy(copy + *kept, bytes + offset, count - offset);
  *kept += count - offset;
  return copy;
}
