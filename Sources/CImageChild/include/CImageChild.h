#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Decodes an untrusted picture in a process of its own, by a library that can't be limited.
//
// The process reads the picture from its standard input, a file. To its standard output it writes an
// `ImageChildHeader`, the EXIF block, the profile, and then the rows. Before it looks at the picture, it gives up all
// system calls but those for memory, time, threads and its two descriptors. Once the size is known, it lowers its limits
// of memory and processor time to what such a picture needs.

/// The beginning of the output. The process may be under a hostile picture's control: check everything.
typedef struct ImageChildHeader {
  /// An `ImageRowsStatus`; unless it is ready, nothing follows.
  int32_t status;
  uint32_t width, height;
  uint16_t orientation;
  uint8_t primaries, transfer;
  /// An `ImageRowsChannels`.
  int32_t channels;
  uint32_t exif_count, profile_count;
  /// The reason of a failure, in UTF-8, with a zero at its end.
  char reason[200];
} ImageChildHeader;

/// The beginning of each row, followed by its pixels if it is ready, and the end of the output otherwise.
typedef struct ImageChildRow {
  /// An `ImageRowsStatus`.
  int32_t status;
  uint32_t lacks_detail;
  char reason[200];
} ImageChildRow;

/// The longest EXIF block or profile that is passed on, in bytes.
enum { image_child_max_block = 16 << 20 };

/// Decodes the picture on standard input, as the arguments say: `avif`, `heic` or `tiff`, the most pixels, the longest
/// side, and optionally a library to open instead of the usual one. Returns the exit status of the process.
int image_child_run(int count, char *const arguments[]);
