// Loads FriBidi for the first right-to-left text, because each linked library delays every start. Types are FriBidi's
// public ABI, so that a build needs no headers of it.

#include "CBidirectionalText.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/// FRIBIDI_PAR_LTR.
static const uint32_t left_to_right = 0x110;

static struct {
  void (*find_types)(const uint32_t *scalars, int count, uint32_t *types);
  void (*find_brackets)(const uint32_t *scalars, int count, const uint32_t *types, uint32_t *brackets);
  int8_t (*find_levels)(
      const uint32_t *types, const uint32_t *brackets, int count, uint32_t *direction, int8_t *levels);
  void (*mirror)(const int8_t *levels, int count, uint32_t *scalars);
  int8_t (*reorder)(
      uint32_t flags, const uint32_t *types, int count, int offset, uint32_t direction, int8_t *levels,
      uint32_t *scalars, int *places);
  bool is_complete;
} fribidi;

static void load_library(void) {
  void *library = dlopen("libfribidi.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  fribidi.find_types = dlsym(library, "fribidi_get_bidi_types");
  fribidi.find_brackets = dlsym(library, "fribidi_get_bracket_types");
  fribidi.find_levels = dlsym(library, "fribidi_get_par_embedding_levels_ex");
  fribidi.mirror = dlsym(library, "fribidi_shape_mirroring");
  fribidi.reorder = dlsym(library, "fribidi_reorder_line");
  fribidi.is_complete = fribidi.find_types && fribidi.find_brackets && fribidi.find_levels &&
                        fribidi.mirror && fribidi.reorder;
}

static bool is_library_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return fribidi.is_complete;
}

bool bidirectional_text_order(uint32_t *scalars, int *places, int count) {
  if (count <= 0 || !is_library_loaded()) return false;
  for (int i = 0; i < count; i += 1) places[i] = i;
  uint32_t *types = malloc((size_t)count * (2 * sizeof *types + sizeof(int8_t)));
  if (!types) return false;
  uint32_t *brackets = types + count;
  int8_t *levels = (int8_t *)(brackets + count);
  uint32_t direction = left_to_right;
  fribidi.find_types(scalars, count, types);
  fribidi.find_brackets(scalars, count, types, brackets);
  bool is_ordered = fribidi.find_levels(types, brackets, count, &direction, levels) > 0;
  if (is_ordered) {
    fribidi.mirror(levels, count, scalars);
    is_ordered = fribidi.reorder(0, types, count, 0, direction, levels, scalars, places) > 0;
  }
  free(types);
  return is_ordered;
}
