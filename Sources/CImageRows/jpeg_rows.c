#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "image_rows.h"
#include "jpeg_scans.h"

// From version 7 of the ABI on, columns and rows have factors of their own, which libjpeg-turbo keeps equal.
#if JPEG_LIB_VERSION >= 70
#define DCT_scaled_size DCT_v_scaled_size
#define min_DCT_scaled_size min_DCT_v_scaled_size
#endif

/// The most scans: usual progressive files have about ten; each further scan costs a pass over the
/// picture.
static const int max_scans = 64;

/// The memory that libjpeg needs for tables, rows and markers, in bytes, besides a picture's
/// coefficients.
static const long small_memory = 1 << 20;

typedef struct JPEGRows {
  ImageRows rows;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  ImageRowsStatus failure;
  /// Whether the bytes are exhausted; libjpeg then continues with an end marker of its own.
  bool is_starved;
  /// Whether the output pass over a picture of several scans has begun.
  bool is_output_started;
  /// The first row that contains only the gray for missing data.
  uint32_t first_missing_row;
  /// The offset up to which scans are complete; 0 if none is.
  size_t whole_scans_end;
  ImageRowsSize minimum;
  /// The profile, assembled from its chunks; NULL if there is none.
  JOCTET *profile;
  /// The file without unneeded scans; NULL if all of them are read.
  uint8_t *needed_scans;
} JPEGRows;

/// Records a JPEG variety that the library does not support; false for any other error.
static bool note_unsupported(ImageRows *rows, const struct jpeg_error_mgr *error) {
  switch (error->msg_code) {
  case JERR_BAD_PRECISION:
    snprintf(rows->reason, sizeof rows->reason, "%d bits per channel", error->msg_parm.i[0]);
    return true;
  case JERR_SOF_UNSUPPORTED:
    // The frame markers of lossless pictures end with the bits 11; all others here are hierarchical.
    image_rows_fail(rows, (error->msg_parm.i[0] & 3) == 3 ? "lossless" : "hierarchical");
    return true;
#if JPEG_LIB_VERSION < 70
  case JERR_ARITH_NOTIMPL:
    image_rows_fail(rows, "arithmetic coding");
    return true;
#endif
  default:
    return false;
  }
}

static void on_error(j_common_ptr jpeg) {
  JPEGRows *self = jpeg->client_data;
  int code = jpeg->err->msg_code;
  // Without a backing store, libjpeg reports the second when `max_memory_to_use` would be exceeded.
  if (code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE) {
    self->failure = ImageRowsStatusTooLarge;
  } else if (note_unsupported(&self->rows, jpeg->err)) {
    self->failure = ImageRowsStatusUnsupported;
  } else {
    self->failure = ImageRowsStatusCorrupt;
    jpeg->err->format_message(jpeg, self->rows.reason);
  }
  longjmp(self->escape, 1);
}

/// Detects the end of the data in a truncated file.
///
/// The source first reports the end of the bytes. The entropy decoder may still finish its row; if
/// it can't, it warns while `input_iMCU_row` is the current row.
static void on_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  JPEGRows *self = common->client_data;
  if (common->err->msg_code == JWRN_JPEG_EOF) self->is_starved = true;
  if (common->err->msg_code != JWRN_HIT_MARKER || !self->is_starved) return;
  const struct jpeg_decompress_struct *jpeg = &self->jpeg;
  // Later scans only refine what the first has already drawn everywhere.
  if (jpeg->input_scan_number > 1) {
    self->rows.lacks_detail = true;
    return;
  }
  uint32_t rows = jpeg->input_iMCU_row * jpeg->max_v_samp_factor * jpeg->min_DCT_scaled_size;
  if (rows < self->first_missing_row) self->first_missing_row = rows;
}

static bool is_cmyk(const struct jpeg_decompress_struct *jpeg) {
  return jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
}

/// Records the channels, and the profile if all of its chunks are present.
static void find_colors(JPEGRows *self) {
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  ImageRowsColors *colors = &self->rows.colors;
  colors->channels = is_cmyk(jpeg) ? ImageRowsChannelsInks
                     : jpeg->jpeg_color_space == JCS_GRAYSCALE ? ImageRowsChannelsGray
                                                               : ImageRowsChannelsColor;
  unsigned count = 0;
  if (self->profile || !jpeg_read_icc_profile(jpeg, &self->profile, &count)) return;
  colors->profile = self->profile;
  colors->profile_count = count;
}

static ImageRowsStatus jpeg_open(ImageRows *rows) {
  JPEGRows *self = (JPEGRows *)rows;
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  self->is_starved = false;
  self->first_missing_row = UINT32_MAX;
  jpeg->err = jpeg_std_error(&self->errors);
  self->errors.error_exit = on_error;
  self->errors.emit_message = on_message;
  jpeg->client_data = self;
  if (setjmp(self->escape)) return self->failure;

  jpeg_create_decompress(jpeg);
  jpeg_mem_src(jpeg, rows->bytes, rows->count);
  jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(jpeg, TRUE);
  for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next) {
    if (marker->data_length < 6 || memcmp(marker->data, "Exif\0\0", 6) != 0) continue;
    rows->exif = marker->data;
    rows->exif_count = marker->data_length;
    break;
  }
  find_colors(self);
  return image_rows_accept_scalable(rows, jpeg->image_width, jpeg->image_height);
}

static ImageRowsStatus jpeg_start(ImageRows *rows, ImageRowsSize minimum);

/// Starts again after the bytes have changed.
static ImageRowsStatus reopen(JPEGRows *self) {
  jpeg_destroy_decompress(&self->jpeg);
  ImageRowsStatus status = jpeg_open(&self->rows);
  return status == ImageRowsStatusReady ? jpeg_start(&self->rows, self->minimum) : status;
}

/// Starts again with only the scans that are visible at the chosen size.
///
/// A component scaled to an eighth shows only the mean of each block.
static ImageRowsStatus leave_out_scans(JPEGRows *self) {
  ImageRows *rows = &self->rows;
  bool needs_details[256] = {false};
  for (int i = 0; i < self->jpeg.num_components; i += 1) {
    const jpeg_component_info *component = &self->jpeg.comp_info[i];
    if (component->DCT_scaled_size > 1) needs_details[component->component_id & 255] = true;
  }
  self->needed_scans = jpeg_scans_needed(rows->bytes, rows->count, needs_details, &rows->count);
  if (!self->needed_scans) return ImageRowsStatusTooLarge;
  rows->bytes = self->needed_scans;
  return reopen(self);
}

static ImageRowsStatus jpeg_start(ImageRows *rows, ImageRowsSize minimum) {
  JPEGRows *self = (JPEGRows *)rows;
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  self->minimum = minimum;
  if (setjmp(self->escape)) return self->failure;

  jpeg->out_color_space = is_cmyk(jpeg) ? JCS_CMYK : JCS_EXT_BGRA;
  // Other eighths have no SIMD code: 7/8 takes twice the time of the whole picture.
  jpeg->scale_denom = 8;
  for (jpeg->scale_num = 1; jpeg->scale_num < 8; jpeg->scale_num *= 2) {
    jpeg_calc_output_dimensions(jpeg);
    if (jpeg->output_width >= minimum.width && jpeg->output_height >= minimum.height) break;
  }
  jpeg_calc_output_dimensions(jpeg);
  // `max_memory_to_use` limits the coefficients of a progressive picture.
  if (!image_rows_fits_decoded(rows, jpeg->output_width, jpeg->output_height))
    return ImageRowsStatusTooLarge;
  jpeg->buffered_image = jpeg_has_multiple_scans(jpeg);
  bool is_eighth = jpeg->scale_num == 1;
  if (is_eighth && jpeg->progressive_mode && !self->needed_scans) return leave_out_scans(self);
  // Scans are skipped on purpose here, so libjpeg must not smooth over them.
  jpeg->do_block_smoothing = !is_eighth;
  jpeg->mem->max_memory_to_use = (long)rows->limits.max_pixels * 4 + small_memory;
  jpeg_start_decompress(jpeg);
  rows->decoded = (ImageRowsSize){jpeg->output_width, jpeg->output_height};
  return ImageRowsStatusReady;
}

// Adobe's programs store inverted inks: 255 is none. Files without Adobe's marker usually come from the same programs
// through one that dropped it, so they are treated alike.

/// Converts inverted inks in place to bytes with 255 for all of an ink.
static void cmyk_to_inks(uint32_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x += 1) row[x] = ~row[x];
}

/// Converts inverted inks in place to pixels: both take four bytes a pixel.
static void cmyk_to_pixels(uint32_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x += 1) {
    uint8_t ink[4];
    memcpy(ink, &row[x], 4);
    uint32_t white = ink[3];
    uint32_t red = (ink[0] * white + 127) / 255;
    uint32_t green = (ink[1] * white + 127) / 255;
    uint32_t blue = (ink[2] * white + 127) / 255;
    row[x] = 0xFF000000u | red << 16 | green << 8 | blue;
  }
}

/// Reads a part of a picture of several scans, which can be shown after the last scan.
static ImageRowsStatus consume(JPEGRows *self) {
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  if (jpeg_consume_input(jpeg) == JPEG_SCAN_COMPLETED && !self->is_starved) {
    size_t marker_length = jpeg->unread_marker ? 2 : 0;
    self->whole_scans_end = self->rows.count - jpeg->src->bytes_in_buffer - marker_length;
  }
  if (jpeg->input_scan_number > max_scans) return image_rows_fail(&self->rows, "too many scans");
  return ImageRowsStatusWorking;
}

/// Starts again with only the complete scans, before the one with a broken header.
static ImageRowsStatus salvage_scans(JPEGRows *self) {
  bool is_shorter = self->whole_scans_end > 0 && self->whole_scans_end < self->rows.count;
  if (self->is_output_started || !is_shorter) return self->failure;
  self->rows.lacks_detail = true;
  self->rows.count = self->whole_scans_end;
  self->whole_scans_end = 0;
  ImageRowsStatus status = reopen(self);
  return status == ImageRowsStatusReady ? ImageRowsStatusWorking : status;
}

/// Whether scans are missing after the last one received.
///
/// Otherwise only the end marker is missing, as in many files.
static bool misses_scans(const JPEGRows *self) {
  const struct jpeg_decompress_struct *jpeg = &self->jpeg;
  if (!self->is_starved || !jpeg->progressive_mode) return false;
  for (int i = 0; i < jpeg->num_components; i += 1) {
    int seen = jpeg->comp_info[i].DCT_scaled_size > 1 ? DCTSIZE2 : 1;
    for (int k = 0; k < seen; k += 1) {
      if (jpeg->coef_bits[i][k] != 0) return true;
    }
  }
  return false;
}

static ImageRowsStatus jpeg_read(ImageRows *rows, uint32_t *row) {
  JPEGRows *self = (JPEGRows *)rows;
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  if (setjmp(self->escape)) return salvage_scans(self);

  if (jpeg->buffered_image && !self->is_output_started) {
    if (!jpeg_input_complete(jpeg)) return consume(self);
    if (misses_scans(self)) rows->lacks_detail = true;
    jpeg_start_output(jpeg, jpeg->input_scan_number);
    self->is_output_started = true;
  }
  if (rows->next_row >= self->first_missing_row) return ImageRowsStatusEnded;
  JSAMPROW line = (JSAMPROW)row;
  if (jpeg_read_scanlines(jpeg, &line, 1) == 0) return ImageRowsStatusEnded;
  // The call above may have detected the missing data.
  if (rows->next_row >= self->first_missing_row) return ImageRowsStatusEnded;
  if (is_cmyk(jpeg)) {
    (rows->keeps_inks ? cmyk_to_inks : cmyk_to_pixels)(row, rows->decoded.width);
  }
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void jpeg_close(ImageRows *rows) {
  JPEGRows *self = (JPEGRows *)rows;
  jpeg_destroy_decompress(&self->jpeg);
  free(self->profile);
  free(self->needed_scans);
}

const ImageRowsCodec image_rows_jpeg = {
    .state_size = sizeof(JPEGRows),
    .open = jpeg_open,
    .start = jpeg_start,
    .read = jpeg_read,
    .close = jpeg_close,
};
