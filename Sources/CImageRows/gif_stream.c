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

/// Reads an extension; a graphics control block applies to the next frame.
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

/// Fills the palette with grays, from black to white, for as many indexes as the code size allows.
static void fill_grays(GIFStream *self, int transparent) {
  // The minimum code size is the byte before the frame's data, which the library has just read.
  int bits = self->bytes[self->offset - 1];
  int count = bits > 0 && bits < 8 ? 1 << bits : 256;
  for (int i = 0; i < count; i += 1) {
    uint32_t gray = (uint32_t)(i * 255 / (count - 1));
    if (i != transparent) self->palette[i] = image_rows_pixel(gray, gray, gray, 255);
  }
}

/// Fills the palette with the frame's colors, or the file's. Without any it is gray: the format leaves the choice to
/// the decoder (GIF89a, section 18).
static void fill_palette(GIFStream *self, int transparent) {
  const ColorMapObject *map = self->gif->Image.ColorMap;
  if (!map) map = self->gif->SColorMap;
  memset(self->palette, 0, sizeof self->palette);
  if (!map) return fill_grays(self, transparent);
  for (int i = 0; i < map->ColorCount && i < 256; i += 1) {
    if (i == transparent) continue;
    GifColorType color = map->Colors[i];
    self->palette[i] = image_rows_pixel(color.Red, color.Green, color.Blue, 255);
  }
}

/// Skips the data of a frame whose header was just read.
static bool skip_frame(GIFStream *self) {
  int code_size = 0;
  GifByteType *block = NULL;
  if (DGifGetCode(self->gif, &code_size, &block) == GIF_ERROR) return false;
  while (block) {
    if (DGifGetCodeNext(self->gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

/// Starts the frame whose header was just read.
static void start_frame(GIFStream *self, const GraphicsControlBlock *control) {
  // All four have 16 bits in the file.
  const GifImageDesc *image = &self->gif->Image;
  self->frame = (ImageRowsFrame){image->Left, image->Top, image->Width, image->Height};
  self->is_interlaced = image->Interlace;
  self->disposal = control->DisposalMode;
  self->delay = (uint32_t)control->DelayTime;
  fill_palette(self, control->TransparentColor);
}

const char *gif_stream_next_frame(GIFStream *self) {
  GraphicsControlBlock control = {.TransparentColor = NO_TRANSPARENT_COLOR};
  for (;;) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(self->gif, &type) == GIF_ERROR) return reason_of(self->gif->Error);
    if (type == EXTENSION_RECORD_TYPE) {
      if (!read_extension(self, &control)) return reason_of(self->gif->Error);
    } else if (type == IMAGE_DESC_RECORD_TYPE) {
      // DGifGetImageDesc of the library would keep a record of every frame.
      if (DGifGetImageHeader(self->gif) == GIF_ERROR) return reason_of(self->gif->Error);
      if (self->gif->Image.Width > 0 && self->gif->Image.Height > 0) {
        start_frame(self, &control);
        return NULL;
      }
      // An empty frame shows nothing, and its control block does not apply to the next one.
      if (!skip_frame(self)) return reason_of(self->gif->Error);
      control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
    } else {
      return "it has no frame";
    }
  }
}

ImageRowsSize gif_stream_choose_canvas(GIFStream *self) {
  ImageRowsSize screen = {(uint32_t)self->gif->SWidth, (uint32_t)self->gif->SHeight};
  ImageRowsFrame *frame = &self->frame;
  if (frame->width <= screen.width && frame->height <= screen.height) return screen;
  frame->left = 0;
  frame->top = 0;
  return (ImageRowsSize){frame->width, frame->height};
}

ImageRowsFrame gif_stream_visible(const GIFStream *self, ImageRowsSize canvas) {
  ImageRowsFrame frame = self->frame;
  if (frame.left > canvas.width) frame.left = canvas.width;
  if (frame.top > canvas.height) frame.top = canvas.height;
  if (frame.width > canvas.width - frame.left) frame.width = canvas.width - frame.left;
  if (frame.height > canvas.height - frame.top) frame.height = canvas.height - frame.top;
  return frame;
}

const char *gif_stream_read_line(GIFStream *self, uint8_t *indices) {
  int status = DGifGetLine(self->gif, indices, (int)self->frame.width);
  return status == GIF_ERROR ? reason_of(self->gif->Error) : NULL;
}

void gif_stream_close(GIFStream *self) {
  if (self->gif) DGifCloseFile(self->gif, NULL);
}
