#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

// The part of libheif's public ABI that is used here, so that a build needs no headers of it. It is the same in all
// versions from 1.15 on: structures have versions, and only grow.

typedef struct heif_context heif_context;
typedef struct heif_image_handle heif_image_handle;
typedef struct heif_image heif_image;

typedef struct heif_error {
  int code, subcode;
  const char *message;
} heif_error;

typedef struct heif_decoding_options {
  uint8_t version, ignores_transformations;
  void *progress[4];
  uint8_t convert_hdr_to_8bit;
} heif_decoding_options;

typedef struct heif_color_profile_nclx {
  uint8_t version;
  int color_primaries, transfer_characteristics;
} heif_color_profile_nclx;

enum {
  HEIF_OK = 0,
  HEIF_MEMORY_ALLOCATION_ERROR = 6,
  HEIF_SECURITY_LIMIT_EXCEEDED = 1000,
  HEIF_HEVC = 1,
  HEIF_RGB = 1,
  HEIF_INTERLEAVED = 10,
  HEIF_INTERLEAVED_RGBA = 11,
  /// The letters "prof" and "rICC".
  HEIF_PROFILE_PROF = 0x70726F66,
  HEIF_PROFILE_RICC = 0x72494343,
};

static_assert(offsetof(heif_decoding_options, convert_hdr_to_8bit) == 40, "as in libheif");

#define HEIF_FUNCTIONS(F)                                                                                    \
  F(const char *, heif_get_version, (void))                                                                  \
  F(heif_error, heif_init, (void *options))                                                                  \
  F(int, heif_have_decoder_for_format, (int compression))                                                    \
  F(heif_context *, heif_context_alloc, (void))                                                              \
  F(void, heif_context_free, (heif_context *))                                                               \
  F(void, heif_context_set_maximum_image_size_limit, (heif_context *, int most))                             \
  F(void, heif_context_set_max_decoding_threads, (heif_context *, int count))                                \
  F(heif_error, heif_context_read_from_memory_without_copy,                                                  \
    (heif_context *, const void *bytes, size_t count, const void *options))                                  \
  F(heif_error, heif_context_get_primary_image_handle, (heif_context *, heif_image_handle **))               \
  F(void, heif_image_handle_release, (const heif_image_handle *))                                            \
  F(int, heif_image_handle_get_width, (const heif_image_handle *))                                           \
  F(int, heif_image_handle_get_height, (const heif_image_handle *))                                          \
  F(int, heif_image_handle_is_premultiplied_alpha, (const heif_image_handle *))                              \
  F(int, heif_image_handle_get_list_of_metadata_block_IDs,                                                   \
    (const heif_image_handle *, const char *kind, uint32_t *items, int count))                               \
  F(size_t, heif_image_handle_get_metadata_size, (const heif_image_handle *, uint32_t item))                 \
  F(heif_error, heif_image_handle_get_metadata, (const heif_image_handle *, uint32_t item, void *bytes))     \
  F(uint32_t, heif_image_handle_get_color_profile_type, (const heif_image_handle *))                         \
  F(size_t, heif_image_handle_get_raw_color_profile_size, (const heif_image_handle *))                       \
  F(heif_error, heif_image_handle_get_raw_color_profile, (const heif_image_handle *, void *bytes))           \
  F(heif_error, heif_image_handle_get_nclx_color_profile,                                                    \
    (const heif_image_handle *, heif_color_profile_nclx **))                                                 \
  F(void, heif_nclx_color_profile_free, (heif_color_profile_nclx *))                                         \
  F(heif_decoding_options *, heif_decoding_options_alloc, (void))                                            \
  F(void, heif_decoding_options_free, (heif_decoding_options *))                                             \
  F(heif_error, heif_decode_image,                                                                           \
    (const heif_image_handle *, heif_image **, int colorspace, int chroma, const heif_decoding_options *))   \
  F(int, heif_image_get_width, (const heif_image *, int channel))                                            \
  F(int, heif_image_get_height, (const heif_image *, int channel))                                           \
  F(const uint8_t *, heif_image_get_plane_readonly, (const heif_image *, int channel, int *stride))          \
  F(void, heif_image_release, (const heif_image *))
