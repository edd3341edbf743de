#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Reorders a line of scalars for drawing from left to right, and mirrors its brackets.
///
/// The paragraph runs from left to right. `places` receives the former place of each scalar. Returns false if FriBidi
/// is not installed or memory runs out; both arrays are then undefined.
bool bidirectional_text_order(uint32_t *scalars, int *places, int count);
