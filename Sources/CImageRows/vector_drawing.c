#define _GNU_SOURCE
#include "CVectorDrawing.h"

#ifdef IMAGE_ROWS_SVG

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <librsvg/rsvg.h>

#include "CConfinedChild.h"
#include "image_rows.h"

/// What drawing one picture may take: far more than maps and diagrams of megabytes need.
static const uint64_t most_memory = 1 << 30;
/// As large as the stack of a main thread, which librsvg recurses on.
static const size_t stack_bytes = 8 << 20;

/// The library's functions. The first SVG loads the library: with 45 others it would delay every start.
///
/// Nothing here is called in this process, only in children. So no lock of these libraries is held when one is made.
static struct {
  __typeof__(rsvg_handle_new_from_data) *read;
  __typeof__(rsvg_handle_set_dpi) *set_dpi;
  __typeof__(rsvg_handle_render_document) *render;
  __typeof__(cairo_image_surface_create_for_data) *create_surface;
  __typeof__(cairo_surface_flush) *flush;
  __typeof__(cairo_create) *create_context;
  bool is_complete;
} rsvg;

static void load_library(void) {
  void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  // What the library itself needs is found as well.
  rsvg.read = dlsym(library, "rsvg_handle_new_from_data");
  rsvg.set_dpi = dlsym(library, "rsvg_handle_set_dpi");
  rsvg.render = dlsym(library, "rsvg_handle_render_document");
  rsvg.create_surface = dlsym(library, "cairo_image_surface_create_for_data");
  rsvg.flush = dlsym(library, "cairo_surface_flush");
  rsvg.create_context = dlsym(library, "cairo_create");
  rsvg.is_complete = rsvg.read && rsvg.set_dpi && rsvg.render && rsvg.create_surface &&
                     rsvg.flush && rsvg.create_context;
}

static bool is_library_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return rsvg.is_complete;
}

struct VectorDrawing {
  ConfinedChild child;
  bool has_child;
  const uint8_t *bytes;
  size_t count;
  uint32_t width;
  uint32_t height;
  /// Shared with the child; colors are multiplied by alpha.
  uint32_t *pixels;
  uint32_t seconds;
  struct timespec start;
  VectorDrawingStatus status;
  char reason[200];
};

static size_t pixel_bytes(const VectorDrawing *drawing) {
  return (size_t)drawing->width * drawing->height * 4;
}

// In the child.

static void say(char kind, const char *text) {
  char message[180] = {kind};
  strncpy(message + 1, text, sizeof message - 2);
  ssize_t written = write(STDOUT_FILENO, message, strlen(message));
  (void)written;
}

static void *draw(void *context) {
  const VectorDrawing *drawing = context;
  GError *error = NULL;
  RsvgHandle *handle = rsvg.read(drawing->bytes, drawing->count, &error);
  if (!handle) {
    say('-', error ? error->message : "");
    return NULL;
  }
  rsvg.set_dpi(handle, 96);
  cairo_surface_t *surface = rsvg.create_surface((unsigned char *)drawing->pixels, CAIRO_FORMAT_ARGB32,
                                                 (int)drawing->width, (int)drawing->height,
                                                 (int)drawing->width * 4);
  RsvgRectangle all = {.width = drawing->width, .height = drawing->height};
  bool is_drawn = rsvg.render(handle, rsvg.create_context(surface), &all, &error);
  rsvg.flush(surface);
  say(is_drawn ? '+' : '-', error ? error->message : "");
  return NULL;
}

/// A thread of the child draws: the one that was copied may have a small stack.
static void draw_on_thread(void *context) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  if (pthread_create(&thread, &attributes, draw, context) == 0) pthread_join(thread, NULL);
}

// In this process.

bool vector_drawing_is_built(void) { return true; }

void vector_drawing_library(char *text, size_t size) {
  snprintf(text, size, "librsvg %s", LIBRSVG_VERSION);
}

static void fail(VectorDrawing *drawing, const char *reason) {
  drawing->status = VectorDrawingStatusFailed;
  strncpy(drawing->reason, reason, sizeof drawing->reason - 1);
  // One line is enough for a person.
  drawing->reason[strcspn(drawing->reason, "\n")] = 0;
}

VectorDrawing *vector_drawing_start(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                    uint32_t seconds) {
  VectorDrawing *drawing = calloc(1, sizeof *drawing);
  if (!drawing) return NULL;
  *drawing = (VectorDrawing){.bytes = bytes, .count = count, .width = width, .height = height, .seconds = seconds};
  void *pixels = mmap(NULL, pixel_bytes(drawing), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pixels == MAP_FAILED) {
    free(drawing);
    return NULL;
  }
  drawing->pixels = pixels;
  clock_gettime(CLOCK_MONOTONIC, &drawing->start);
  ConfinedLimits limits = {.memory = most_memory, .seconds = seconds};
  if (!is_library_loaded()) {
    fail(drawing, "librsvg-2.so.2 is not installed");
  } else if (confined_child_run(&drawing->child, limits, draw_on_thread, drawing)) {
    drawing->has_child = true;
  } else {
    fail(drawing, "the system has no process left");
  }
  return drawing;
}

static void end_child(VectorDrawing *drawing) {
  if (drawing->has_child) confined_child_end(&drawing->child);
  drawing->has_child = false;
}

VectorDrawingStatus vector_drawing_wait(VectorDrawing *drawing) {
  if (drawing->status != VectorDrawingStatusWorking) return drawing->status;
  char message[180] = {0};
  ssize_t count = confined_child_read(&drawing->child, message, sizeof message - 1, 10);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (count > 0 && message[0] == '+') {
    drawing->status = VectorDrawingStatusReady;
  } else if (count > 0) {
    fail(drawing, message + 1);
  } else if (count == 0) {
    fail(drawing, "it takes more memory or time than drawing may");
  } else if (now.tv_sec - drawing->start.tv_sec > 2 * (time_t)drawing->seconds) {
    fail(drawing, "it takes too long to draw");
  }
  if (drawing->status != VectorDrawingStatusWorking) end_child(drawing);
  return drawing->status;
}

void vector_drawing_row(const VectorDrawing *drawing, uint32_t row, uint32_t *pixels) {
  const uint32_t *line = drawing->pixels + (size_t)row * drawing->width;
  for (uint32_t x = 0; x < drawing->width; x += 1) {
    uint32_t pixel = line[x];
    pixels[x] = image_rows_unmultiplied(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255, pixel >> 24);
  }
}

const char *vector_drawing_reason(const VectorDrawing *drawing) { return drawing->reason; }

void vector_drawing_end(VectorDrawing *drawing) {
  if (!drawing) return;
  end_child(drawing);
  munmap(drawing->pixels, pixel_bytes(drawing));
  free(drawing);
}

#else

bool vector_drawing_is_built(void) { return false; }

void vector_drawing_library(char *text, size_t size) {
  if (size > 0) text[0] = 0;
}

VectorDrawing *vector_drawing_start(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                    uint32_t seconds) {
  (void)bytes, (void)count, (void)width, (void)height, (void)seconds;
  return NULL;
}

VectorDrawingStatus vector_drawing_wait(VectorDrawing *drawing) {
  (void)drawing;
  return VectorDrawingStatusFailed;
}

void vector_drawing_row(const VectorDrawing *drawing, uint32_t row, uint32_t *pixels) {
  (void)drawing, (void)row, (void)pixels;
}

const char *vector_drawing_reason(const VectorDrawing *drawing) {
  (void)drawing;
  return "";
}

void vector_drawing_end(VectorDrawing *drawing) { (void)drawing; }

#endif
