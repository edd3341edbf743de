#include <dlfcn.h>
#include <pthread.h>

#include "image_rows.h"

/// The libraries opened so far, by format.
static struct {
  const char *path;
  bool is_tried;
  ImageRowsStatus status;
} libraries[ImageRowsFormatTiff + 1];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ImageRowsStatus open_library(const char *name, const ImageRowsLibrary *library) {
  // A library stays open: the functions found in it are used until the end.
  void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  return opened ? library->find(opened) : ImageRowsStatusMissing;
}

static ImageRowsStatus open_first(const char *path, const ImageRowsLibrary *library) {
  if (path) return open_library(path, library);
  ImageRowsStatus status = ImageRowsStatusMissing;
  for (const char *const *name = library->names; *name && status == ImageRowsStatusMissing; name += 1) {
    status = open_library(*name, library);
  }
  return status;
}

ImageRowsStatus image_rows_load(ImageRowsFormat format, const ImageRowsLibrary *library) {
  pthread_mutex_lock(&lock);
  if (!libraries[format].is_tried) {
    libraries[format].status = open_first(libraries[format].path, library);
    libraries[format].is_tried = true;
  }
  ImageRowsStatus status = libraries[format].status;
  pthread_mutex_unlock(&lock);
  return status;
}

void image_rows_use_library(ImageRowsFormat format, const char *path) { libraries[format].path = path; }
