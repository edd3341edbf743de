#include "CImageChild.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CImageRows.h"
#include "confinement.h"

/// The output that was not written yet: few calls for many rows.
static struct {
  uint8_t bytes[256 << 10];
  size_t count;
} pending;

/// Writes everything; ends the process if the reader is gone.
static void write_all(const void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t written = write(STDOUT_FILENO, (const uint8_t *)bytes + done, count - done);
    if (written > 0) {
      done += (size_t)written;
    } else if (errno != EINTR) {
      _exit(0);
    }
  }
}

static void flush(void) {
  write_all(pending.bytes, pending.count);
  pending.count = 0;
}

static void put(const void *bytes, size_t count) {
  if (count > sizeof pending.bytes - pending.count) flush();
  if (count > sizeof pending.bytes) return write_all(bytes, count);
  memcpy(pending.bytes + pending.count, bytes, count);
  pending.count += count;
}

static int fail(ImageRowsStatus status, const char *reason) {
  ImageChildHeader header = {.status = status};
  strncpy(header.reason, reason, sizeof header.reason - 1);
  put(&header, sizeof header);
  flush();
  return 0;
}

static void put_header(const ImageRows *rows, ImageRowsStatus status) {
  ImageRowsSize size = image_rows_size(rows);
  const ImageRowsColors *colors = image_rows_colors(rows);
  size_t exif_count = 0;
  const uint8_t *exif = image_rows_exif(rows, &exif_count);
  if (exif_count > image_child_max_block) exif_count = 0;
  ImageChildHeader header = {
      .status = status,
      .width = size.width,
      .height = size.height,
      .orientation = image_rows_orientation(rows),
      .primaries = colors->primaries,
      .transfer = colors->transfer,
      .channels = colors->channels,
      .exif_count = (uint32_t)exif_count,
      .profile_count = colors->profile_count > image_child_max_block ? 0 : (uint32_t)colors->profile_count,
  };
  strncpy(header.reason, image_rows_reason(rows), sizeof header.reason - 1);
  put(&header, sizeof header);
  put(exif, header.exif_count);
  put(colors->profile, header.profile_count);
  flush();
}

/// Writes rows until the picture ends.
static void put_rows(ImageRows *rows, uint32_t *row, size_t row_size) {
  ImageRowsSize decoded;
  ImageRowsStatus status = image_rows_start(rows, image_rows_size(rows), &decoded);
  while (status == ImageRowsStatusReady || status == ImageRowsStatusWorking) {
    status = image_rows_read(rows, row);
    if (status == ImageRowsStatusWorking) continue;
    ImageChildRow start = {.status = status, .lacks_detail = image_rows_lacks_detail(rows)};
    if (status == ImageRowsStatusReady) {
      put(&start.status, sizeof start.status);
      put(row, row_size);
    } else {
      strncpy(start.reason, image_rows_reason(rows), sizeof start.reason - 1);
      put(&start, sizeof start);
    }
  }
  flush();
}

static int decode(ImageRowsFormat format, const uint8_t *bytes, size_t count, ImageRowsLimits limits) {
  ImageRows *rows;
  ImageRowsStatus status = image_rows_open(format, bytes, count, limits, &rows);
  if (!rows) return fail(status, "out of memory");
  put_header(rows, status);
  if (status != ImageRowsStatusReady) return 0;
  ImageRowsSize size = image_rows_size(rows);
  confinement_limit((uint64_t)size.width * size.height);
  size_t row_size = size.width * sizeof(uint32_t);
  uint32_t *row = malloc(row_size);
  if (row) put_rows(rows, row, row_size);
  // The process ends: nothing needs to be freed.
  return 0;
}

static bool find_format(const char *name, ImageRowsFormat *format) {
  static const struct {
    const char *name;
    ImageRowsFormat format;
  } formats[] = {{"avif", ImageRowsFormatAvif}, {"heic", ImageRowsFormatHeic}, {"tiff", ImageRowsFormatTiff}};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i += 1) {
    if (strcmp(name, formats[i].name) != 0) continue;
    *format = formats[i].format;
    return true;
  }
  return false;
}

int image_child_run(int count, char *const arguments[]) {
  ImageRowsFormat format;
  if (count < 3 || count > 4 || !find_format(arguments[0], &format)) return 64;
  ImageRowsLimits limits = {.max_pixels = strtoull(arguments[1], NULL, 10),
                            .max_dimension = (uint32_t)strtoul(arguments[2], NULL, 10)};
  if (count == 4) image_rows_use_library(format, arguments[3]);
  struct stat input;
  if (fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode) || input.st_size <= 0) return 66;
  size_t size = (size_t)input.st_size;
  const uint8_t *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
  if (bytes == MAP_FAILED) return 66;
  // The library is opened first, because that takes system calls that are then given up.
  ImageRowsStatus status = image_rows_prepare(format);
  if (status != ImageRowsStatusReady) {
    char library[64] = "";
    image_rows_library(format, library, sizeof library);
    return fail(status, library);
  }
  if (!confinement_enter()) return fail(ImageRowsStatusUnsupported, "this system can't confine its decoder");
  return decode(format, bytes, size, limits);
}
