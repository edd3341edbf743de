#include "CColorTransform.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include <lcms2.h>
#include <lcms2_plugin.h>

/// The largest allocation: far more than the tables of real profiles need; a hostile one may
/// request 512 MiB.
static const cmsUInt32Number max_allocation = 16 << 20;

/// The library's functions. Few pictures need them, so the first such picture loads the library, because each linked
/// library delays every start.
static struct {
  __typeof__(cmsCreateContext) *create_context;
  __typeof__(cmsDeleteContext) *delete_context;
  __typeof__(cmsOpenProfileFromMemTHR) *open_profile;
  __typeof__(cmsCreate_sRGBProfileTHR) *create_srgb;
  __typeof__(cmsCloseProfile) *close_profile;
  __typeof__(cmsCreateTransformTHR) *create_transform;
  __typeof__(cmsDoTransform) *transform;
  __typeof__(cmsDeleteTransform) *delete_transform;
  bool is_complete;
} lcms;

static void load_library(void) {
  void *library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  lcms.create_context = dlsym(library, "cmsCreateContext");
  lcms.delete_context = dlsym(library, "cmsDeleteContext");
  lcms.open_profile = dlsym(library, "cmsOpenProfileFromMemTHR");
  lcms.create_srgb = dlsym(library, "cmsCreate_sRGBProfileTHR");
  lcms.close_profile = dlsym(library, "cmsCloseProfile");
  lcms.create_transform = dlsym(library, "cmsCreateTransformTHR");
  lcms.transform = dlsym(library, "cmsDoTransform");
  lcms.delete_transform = dlsym(library, "cmsDeleteTransform");
  lcms.is_complete = lcms.create_context && lcms.delete_context && lcms.open_profile &&
                     lcms.create_srgb && lcms.close_profile && lcms.create_transform &&
                     lcms.transform && lcms.delete_transform;
}

static bool is_library_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return lcms.is_complete;
}

static void *allocate(cmsContext context, cmsUInt32Number size) {
  (void)context;
  return size <= max_allocation ? malloc(size) : NULL;
}

static void *reallocate(cmsContext context, void *memory, cmsUInt32Number size) {
  (void)context;
  return size <= max_allocation ? realloc(memory, size) : NULL;
}

static void release(cmsContext context, void *memory) {
  (void)context;
  free(memory);
}

struct ColorTransform {
  cmsContext context;
  cmsHTRANSFORM transform;
  bool takes_inks;
};

static cmsHTRANSFORM create_transform(cmsContext context, const uint8_t *profile, size_t count,
                                      bool takes_inks) {
  cmsHTRANSFORM transform = NULL;
  cmsHPROFILE source = lcms.open_profile(context, profile, (cmsUInt32Number)count);
  cmsHPROFILE screen = lcms.create_srgb(context);
  if (source && screen) {
    // The cache of the last color is not thread-safe.
    transform = lcms.create_transform(
        context, source, takes_inks ? TYPE_CMYK_8 : TYPE_BGRA_8, screen, TYPE_BGRA_8,
        INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION);
  }
  if (screen) lcms.close_profile(screen);
  if (source) lcms.close_profile(source);
  return transform;
}

ColorTransform *color_transform_create(const uint8_t *profile, size_t count, ColorTransformInput input) {
  if (count > UINT32_MAX || !is_library_loaded()) return NULL;
  ColorTransform *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  cmsPluginMemHandler memory = {
      .base = {.Magic = cmsPluginMagicNumber,
               // The first version with allocators per context.
               .ExpectedVersion = 2060,
               .Type = cmsPluginMemHandlerSig},
      .MallocPtr = allocate,
      .FreePtr = release,
      .ReallocPtr = reallocate,
  };
  self->takes_inks = input == ColorTransformInputInks;
  self->context = lcms.create_context(&memory, NULL);
  if (self->context) {
    self->transform = create_transform(self->context, profile, count, self->takes_inks);
  }
  if (self->transform) return self;
  color_transform_free(self);
  return NULL;
}

void color_transform_apply(const ColorTransform *self, uint32_t *words, size_t count) {
  lcms.transform(self->transform, words, words, (cmsUInt32Number)count);
  if (!self->takes_inks) return;
  for (size_t i = 0; i < count; i += 1) words[i] |= 0xFF000000u;
}

void color_transform_free(ColorTransform *self) {
  if (!self) return;
  if (self->transform) lcms.delete_transform(self->transform);
  if (self->context) lcms.delete_context(self->context);
  free(self);
}
