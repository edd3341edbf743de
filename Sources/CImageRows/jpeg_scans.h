#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Copies a progressive JPEG file without scans that contain only unneeded details.
///
/// Details are all coefficients of a block except its mean (ITU T.81, G.1). `needs_details` has an entry for each of
/// the 256 component ids. After the first invalid marker, or at a truncation, the rest is copied unchanged. Returns
/// NULL if out of memory; the caller frees the copy.
uint8_t *jpeg_scans_needed(const uint8_t *bytes, size_t count, const bool *needs_details,
                           size_t *kept);
