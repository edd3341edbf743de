#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Copies a progressive JPEG file without scans that hold only unneeded details.
///
/// Details are all coefficients of a block but its mean (ITU T.81, G.1). `needs_details` has an entry
/// for each of the 256 names of components. From the first invalid marker on, and where the file breaks
/// off, the file is copied as it is. NULL without memory; the caller frees it.
uint8_t *jpeg_scans_needed(const uint8_t *bytes, size_t count, const bool *needs_details,
                           size_t *kept);
