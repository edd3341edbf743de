#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Copies a progressive JPEG file without the scans that hold nothing but details, that is all
/// coefficients of a block but its mean, of components whose details are not needed (ITU T.81,
/// G.1).
///
/// `needs_details` has an entry for each of the 256 names of components. From the first thing on
/// that makes no sense, and where the file breaks off, it is copied as it is. NULL without memory;
/// the caller frees it.
uint8_t *jpeg_scans_needed(const uint8_t *bytes, size_t count, const bool *needs_details,
                           size_t *kept);
