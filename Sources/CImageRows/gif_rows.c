#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

#include "image_rows.h"

typedef struct GIFRows {
  ImageRows rows;
  GifFileType *gif;
  size_t offset;
  /// Where the first frame lies on the canvas.
  ImageRowsFrame frame;
  /// A pixel for each index; indices without a colour are transparent.
  uint32_t palette[256];
  /// Palette indices: of one line, or of the whole frame where its lines are interlaced.
  uint8_t *indices;
  /// The interlace pass in hand, and its next line.
  int pass;
  uint32_t pass_line;
  /// The frame has nothing from this line on.
  uint32_t first_missing_line;
} GIFRows;

/// An interlaced frame comes as every eighth line, then the lines halfway between, thrice.
static const struct {
  uint32_t first, every;
} passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
static const int pass_count = 4;

static ImageRowsStatus fail(GIFRows *self, int code) {
  const char *text = GifErrorString(code);
  return image_rows_fail(&self->rows, text ? text : "it cannot be read");
}

static int on_read(GifFileType *gif, GifByteType *out, int count) {
  GIFRows *self = gif->UserData;
  size_t rest = self->rows.count - self->offset;
  size_t taken = (size_t)count < rest ? (size_t)count : rest;
  memcpy(out, self->rows.bytes + self->offset, taken);
  self->offset += taken;
  return (int)taken;
}

/// Reads an extension; a graphics control says which index is transparent.
static bool read_extension(GifFileType *gif, int *transparent) {
  int code = 0;
  GifByteType *block = NULL;
  if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return false;
  while (block) {
    GraphicsControlBlock control;
    if (code == GRAPHICS_EXT_FUNC_CODE &&
        DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
      *transparent = control.TransparentColor;
    }
    if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

/// Goes to the first frame's data.
static ImageRowsStatus find_frame(GIFRows *self, int *transparent) {
  GifFileType *gif = self->gif;
  for (;;) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(gif, &type) == GIF_ERROR) return fail(self, gif->Error);
    if (type == EXTENSION_RECORD_TYPE) {
      if (!read_extension(gif, transparent)) return fail(self, gif->Error);
    } else if (type == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(gif) == GIF_ERROR) return fail(self, gif->Error);
      return ImageRowsStatusReady;
    } else {
      return image_rows_fail(&self->rows, "it has no frame");
    }
  }
}

static bool fill_palette(GIFRows *self, int transparent) {
  const ColorMapObject *map = self->gif->Image.ColorMap;
  if (!map) map = self->gif->SColorMap;
  if (!map) return false;
  for (int i = 0; i < map->ColorCount && i < 256; i += 1) {
    if (i == transparent) continue;
    GifColorType color = map->Colors[i];
    self->palette[i] = 0xFF000000u | (uint32_t)color.Red << 16 | (uint32_t)color.Green << 8 |
                       (uint32_t)color.Blue;
  }
  return true;
}

static ImageRowsStatus gif_open(ImageRows *rows) {
  GIFRows *self = (GIFRows *)rows;
  int error = 0;
  self->gif = DGifOpen(self, on_read, &error);
  if (!self->gif) return fail(self, error);
  int transparent = NO_TRANSPARENT_COLOR;
  ImageRowsStatus status = find_frame(self, &transparent);
  if (status != ImageRowsStatusReady) return status;

  // All four are 16 bits wide in the file.
  const GifImageDesc *image = &self->gif->Image;
  self->frame = (ImageRowsFrame){image->Left, image->Top, image->Width, image->Height};
  if (image->Width == 0 || image->Height == 0) return image_rows_fail(rows, "its frame is empty");
  if (!fill_palette(self, transparent)) return image_rows_fail(rows, "it has no colours");
  // A frame that leaves the canvas enlarges it, as in browsers.
  uint32_t width = self->gif->SWidth, height = self->gif->SHeight;
  uint32_t right = self->frame.left + self->frame.width;
  uint32_t bottom = self->frame.top + self->frame.height;
  return image_rows_accept(rows, right > width ? right : width, bottom > height ? bottom : height);
}

static ImageRowsStatus gif_start(ImageRows *rows, ImageRowsSize minimum) {
  (void)minimum;
  GIFRows *self = (GIFRows *)rows;
  self->first_missing_line = self->frame.height;
  size_t lines = self->gif->Image.Interlace ? self->frame.height : 1;
  self->indices = calloc(lines, self->frame.width);
  return self->indices ? ImageRowsStatusReady : ImageRowsStatusTooLarge;
}

/// Reads one line of an interlaced frame, and repeats it down to the next one of its pass, so that
/// a truncated file shows something everywhere.
static ImageRowsStatus read_interlaced_line(GIFRows *self) {
  uint32_t first = passes[self->pass].first, every = passes[self->pass].every;
  uint32_t line = self->pass_line + first, width = self->frame.width;
  if (line >= self->frame.height) {
    self->pass += 1;
    self->pass_line = 0;
    return ImageRowsStatusWorking;
  }
  uint8_t *indices = self->indices + (size_t)line * width;
  if (DGifGetLine(self->gif, indices, (int)width) == GIF_ERROR) {
    if (self->pass == 0) self->first_missing_line = line;
    self->pass = pass_count;
    fail(self, self->gif->Error);
    return ImageRowsStatusWorking;
  }
  uint32_t gap = self->pass == 0 ? every : every / 2;
  for (uint32_t i = 1; i < gap && line + i < self->frame.height; i += 1) {
    memcpy(indices + (size_t)i * width, indices, width);
  }
  self->pass_line += every;
  return ImageRowsStatusWorking;
}

static ImageRowsStatus gif_read(ImageRows *rows, uint32_t *row) {
  GIFRows *self = (GIFRows *)rows;
  bool is_interlaced = self->gif->Image.Interlace;
  if (is_interlaced && self->pass < pass_count) return read_interlaced_line(self);
  memset(row, 0, rows->decoded.width * sizeof *row);
  if (!image_rows_frame_has_row(self->frame, rows->next_row)) return ImageRowsStatusReady;

  uint32_t line = rows->next_row - self->frame.top, width = self->frame.width;
  const uint8_t *indices = self->indices;
  if (is_interlaced) {
    if (line >= self->first_missing_line) return ImageRowsStatusCorrupt;
    indices += (size_t)line * width;
  } else if (DGifGetLine(self->gif, self->indices, (int)width) == GIF_ERROR) {
    return fail(self, self->gif->Error);
  }
  for (uint32_t x = 0; x < width; x += 1) row[self->frame.left + x] = self->palette[indices[x]];
  rows->has_content = true;
  return ImageRowsStatusReady;
}

static void gif_close(ImageRows *rows) {
  GIFRows *self = (GIFRows *)rows;
  free(self->indices);
  if (self->gif) DGifCloseFile(self->gif, NULL);
}

const ImageRowsCodec image_rows_gif = {
    sizeof(GIFRows), gif_open, gif_start, gif_read, gif_close,
};
