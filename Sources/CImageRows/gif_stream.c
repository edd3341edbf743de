#include "gif_stream.h"

#include <string.h>

const GIFPass gif_passes[gif_pass_count] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};

static const char *reason_of(int code) {
  const char *text = GifErrorString(code);
  return text ? text : "it cannot be read";
}

static int on_read(GifFileType *gif, GifByteType *out, int count) {
  GIFStream *self = gif->UserData;
  size_t rest = self->count - self->offset;
  size_t taken = (size_t)count < rest ? (size_t)count : rest;
  memcpy(out, self->bytes + self->offset, taken);
  self->offset += taken;
  return (int)taken;
}

const char *gif_stream_open(GIFStream *self, const uint8_t *bytes, size_t count) {
  self->bytes = bytes;
  self->count = count;
  int error = 0;
  self->gif = DGifOpen(self, on_read, &error);
  return self->gif ? NULL : reason_of(error);
}

/// Reads an extension; a graphics control says how the frame after it is shown.
static bool read_extension(GIFStream *self, GraphicsControlBlock *control) {
  int code = 0;
  GifByteType *block = NULL;
  if (DGifGetExtension(self->gif, &code, &block) == GIF_ERROR) return false;
  while (block) {
    if (code == GRAPHICS_EXT_FUNC_CODE) DGifExtensionToGCB(block[0], block + 1, control);
    if (DGifGetExtensionNext(self->gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

static bool fill_palette(GIFStream *self, int transparent) {
  const ColorMapObject *map = self->gif->Image.ColorMap;
  if (!map) map = self->gif->SColorMap;
  if (!map) return false;
  memset(self->palette, 0, sizeof self->palette);
  for (int i = 0; i < map->ColorCount && i < 256; i += 1) {
    if (i == transparent) continue;
    GifColorType color = map->Colors[i];
    self->palette[i] = image_rows_pixel(color.Red, color.Green, color.Blue, 255);
  }
  return true;
}

/// Takes the frame whose header was just read.
static const char *take_frame(GIFStream *self, const GraphicsControlBlock *control) {
  // All four are 16 bits wide in the file.
  const GifImageDesc *image = &self->gif->Image;
  self->frame = (ImageRowsFrame){image->Left, image->Top, image->Width, image->Height};
  self->is_interlaced = image->Interlace;
  self->disposal = control->DisposalMode;
  self->delay = (uint32_t)control->DelayTime;
  if (image->Width == 0 || image->Height == 0) return "its frame is empty";
  return fill_palette(self, control->TransparentColor) ? NULL : "it has no colors";
}

const char *gif_stream_next_frame(GIFStream *self) {
  GraphicsControlBlock control = {.TransparentColor = NO_TRANSPARENT_COLOR};
  for (;;) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(self->gif, &type) == GIF_ERROR) return reason_of(self->gif->Error);
    if (type == EXTENSION_RECORD_TYPE) {
      if (!read_extension(self, &control)) return reason_of(self->gif->Error);
    } else if (type == IMAGE_DESC_RECORD_TYPE) {
      // The library's own DGifGetImageDesc would keep a record of every frame.
      if (DGifGetImageHeader(self->gif) == GIF_ERROR) return reason_of(self->gif->Error);
      return take_frame(self, &control);
    } else {
      return "it has no frame";
    }
  }
}

ImageRowsSize gif_stream_canvas(const GIFStream *self) {
  uint32_t width = (uint32_t)self->gif->SWidth, height = (uint32_t)self->gif->SHeight;
  uint32_t right = self->frame.left + self->frame.width;
  uint32_t bottom = self->frame.top + self->frame.height;
  return (ImageRowsSize){right > width ? right : width, bottom > height ? bottom : height};
}

const char *gif_stream_read_line(GIFStream *self, uint8_t *indices) {
  int status = DGifGetLine(self->gif, indices, (int)self->frame.width);
  return status == GIF_ERROR ? reason_of(self->gif->Error) : NULL;
}

void gif_stream_close(GIFStream *self) {
  if (self->gif) DGifCloseFile(self->gif, NULL);
}
