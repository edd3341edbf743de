// Loads libarchive for the first archive, because it may be missing, and each linked library delays every start. Types
// and numbers are libarchive's public ABI, so that a build needs no headers of it.

#include "CUnpacking.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define FUNCTIONS(F)                                                                        \
  F(const char *, archive_version_string, (void))                                           \
  F(void *, archive_read_new, (void))                                                       \
  F(int, archive_read_free, (void *archive))                                                \
  F(int, archive_read_support_format_zip_streamable, (void *archive))                       \
  F(int, archive_read_open_memory, (void *archive, const void *bytes, size_t count))        \
  F(int, archive_read_next_header, (void *archive, void **entry))                           \
  F(ssize_t, archive_read_data, (void *archive, void *buffer, size_t size))                 \
  F(const char *, archive_error_string, (void *archive))

#define MEMBER(result, name, parameters) result(*name) parameters;
#define FIND(result, name, parameters) (functions.name = dlsym(library, #name)) &&

static struct {
  FUNCTIONS(MEMBER)
  bool is_complete;
} functions;

static void load_library(void) {
  void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  functions.is_complete = library && FUNCTIONS(FIND) true;
}

static bool is_library_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return functions.is_complete;
}

struct Unpacking {
  void *archive;
  bool has_failed;
};

const char *unpacking_library(void) {
  return is_library_loaded() ? functions.archive_version_string() : NULL;
}

Unpacking *unpacking_open(const void *bytes, size_t count) {
  Unpacking *self = is_library_loaded() ? calloc(1, sizeof *self) : NULL;
  if (!self) return NULL;
  self->archive = functions.archive_read_new();
  if (!self->archive) {
    free(self);
    return NULL;
  }
  void *entry;
  functions.archive_read_support_format_zip_streamable(self->archive);
  // ARCHIVE_OK is zero.
  self->has_failed = functions.archive_read_open_memory(self->archive, bytes, count) != 0 ||
                     functions.archive_read_next_header(self->archive, &entry) != 0;
  return self;
}

ssize_t unpacking_read(Unpacking *self, void *buffer, size_t size) {
  ssize_t count = functions.archive_read_data(self->archive, buffer, size);
  self->has_failed = count < 0;
  return count;
}

const char *unpacking_problem(const Unpacking *self) {
  if (!self->has_failed) return NULL;
  const char *reason = functions.archive_error_string(self->archive);
  return reason ? reason : "it cannot be unpacked";
}

void unpacking_close(Unpacking *self) {
  if (!self) return;
  functions.archive_read_free(self->archive);
  free(self);
}
