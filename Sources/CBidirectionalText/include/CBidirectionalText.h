#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Puts a line of scalars in the order in which it is drawn, from left to right, and mirrors its brackets.
///
/// The line itself runs from left to right. `places` receives the former place of each scalar. Returns false where
/// FriBidi is not installed, or without memory; both arrays are then worth nothing.
bool bidirectional_text_order(uint32_t *scalars, int *places, int count);
