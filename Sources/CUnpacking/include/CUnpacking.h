#pragma once

#include <stddef.h>
#include <sys/types.h>

// Unpacks the only file of a zip archive in memory, by libarchive.

typedef struct Unpacking Unpacking;

/// The library's name and version, such as `libarchive 3.6.2`; NULL if it is not installed.
const char *unpacking_library(void);

/// Opens an archive, whose bytes must stay valid until the close, at its first file. NULL if the library is not
/// installed, or if out of memory; check `unpacking_problem` otherwise.
Unpacking *unpacking_open(const void *bytes, size_t count);

/// Reads the file's next bytes. Returns their number, 0 at the end, or a negative number on a failure.
ssize_t unpacking_read(Unpacking *unpacking, void *buffer, size_t size);

/// The reason why the last call failed, in English; NULL on success.
const char *unpacking_problem(const Unpacking *unpacking);

/// Frees everything; NULL is allowed.
void unpacking_close(Unpacking *unpacking);
