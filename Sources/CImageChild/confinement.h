#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Gives up all system calls but those for memory, time, threads and open descriptors, for this process and forever.
/// Limits memory to what a header needs. False if the system can't do that.
bool confinement_enter(void);

/// Sets the limits to what a picture of some pixels needs.
void confinement_limit(uint64_t pixels);
