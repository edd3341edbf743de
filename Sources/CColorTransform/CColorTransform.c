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
  __typeof__(cmsCreateRGBProfileTHR) *create_rgb;
  __typeof__(cmsBuildParametricToneCurve) *build_curve;
  __typeof__(cmsFreeToneCurve) *free_curve;
  __typeof__(cmsReadTag) *read_tag;
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
  lcms.create_rgb = dlsym(library, "cmsCreateRGBProfileTHR");
  lcms.build_curve = dlsym(library, "cmsBuildParametricToneCurve");
  lcms.free_curve = dlsym(library, "cmsFreeToneCurve");
  lcms.read_tag = dlsym(library, "cmsReadTag");
  lcms.close_profile = dlsym(library, "cmsCloseProfile");
  lcms.create_transform = dlsym(library, "cmsCreateTransformTHR");
  lcms.transform = dlsym(library, "cmsDoTransform");
  lcms.delete_transform = dlsym(library, "cmsDeleteTransform");
  lcms.is_complete = lcms.create_context && lcms.delete_context && lcms.open_profile && lcms.create_srgb &&
                     lcms.create_rgb && lcms.build_curve && lcms.free_curve && lcms.read_tag &&
                     lcms.close_profile && lcms.create_transform && lcms.transform && lcms.delete_transform;
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

/// Prepares a value without a transform; NULL if the library can't be loaded.
static ColorTransform *create_empty(void) {
  if (!is_library_loaded()) return NULL;
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
  self->context = lcms.create_context(&memory, NULL);
  if (self->context) return self;
  free(self);
  return NULL;
}

/// Adds the transform from a profile, which is closed; NULL, and everything freed, if the library can't use it.
static ColorTransform *connect(ColorTransform *self, cmsHPROFILE source, cmsUInt32Number format) {
  cmsHPROFILE screen = lcms.create_srgb(self->context);
  if (source && screen) {
    // The cache of the last color is not thread-safe.
    self->transform = lcms.create_transform(
        self->context, source, format, screen, TYPE_BGRA_8, INTENT_RELATIVE_COLORIMETRIC,
        cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION);
  }
  if (screen) lcms.close_profile(screen);
  if (source) lcms.close_profile(source);
  if (self->transform) return self;
  color_transform_free(self);
  return NULL;
}

static cmsHPROFILE create_rgb(cmsContext context, const ColorTransformSpace *space, cmsToneCurve *curve) {
  cmsCIExyY white = {space->white[0], space->white[1], 1};
  cmsCIExyYTRIPLE primaries = {{space->red[0], space->red[1], 1},
                               {space->green[0], space->green[1], 1},
                               {space->blue[0], space->blue[1], 1}};
  return lcms.create_rgb(context, &white, &primaries, (cmsToneCurve *const[]){curve, curve, curve});
}

/// Replaces a profile of grays by one of colors with its curve: the library interpolates grays between 33 values.
static cmsHPROFILE create_from_gray(cmsContext context, cmsHPROFILE gray) {
  static const ColorTransformSpace srgb = {{0.3127, 0.3290}, {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, 0};
  cmsToneCurve *curve = gray ? lcms.read_tag(gray, cmsSigGrayTRCTag) : NULL;
  cmsHPROFILE profile = curve ? create_rgb(context, &srgb, curve) : NULL;
  if (gray) lcms.close_profile(gray);
  return profile;
}

ColorTransform *color_transform_create(const uint8_t *profile, size_t count, ColorTransformInput input) {
  ColorTransform *self = count <= UINT32_MAX ? create_empty() : NULL;
  if (!self) return NULL;
  cmsHPROFILE source = lcms.open_profile(self->context, profile, (cmsUInt32Number)count);
  if (input == ColorTransformInputGrays) source = create_from_gray(self->context, source);
  self->takes_inks = input == ColorTransformInputInks;
  return connect(self, source, self->takes_inks ? TYPE_CMYK_8 : TYPE_BGRA_8);
}

ColorTransform *color_transform_create_rgb(const ColorTransformSpace *space) {
  ColorTransform *self = create_empty();
  if (!self) return NULL;
  // The curve of sRGB (IEC 61966-2-1).
  static const cmsFloat64Number srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  bool is_power = space->exponent > 0;
  cmsToneCurve *curve = lcms.build_curve(self->context, is_power ? 1 : 4, is_power ? &space->exponent : srgb);
  cmsHPROFILE source = curve ? create_rgb(self->context, space, curve) : NULL;
  if (curve) lcms.free_curve(curve);
  return connect(self, source, TYPE_BGRA_8);
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
