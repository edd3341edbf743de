#pragma once

#include <sys/types.h>
#include <sys/xattr.h>

// System calls of Linux that Swift's Glibc module lacks. They return -1 and set errno on failure.

/// Renames an entry; fails with EEXIST instead of replacing another one.
int file_actions_rename(int from_folder, const char *from, int to_folder, const char *to);

/// Makes an empty file share the blocks of another one, on file systems that can.
int file_actions_clone(int to, int from);

/// Copies up to `count` bytes at the same offset of both files, within the kernel. Returns their number.
ssize_t file_actions_copy(int to, int from, off_t offset, size_t count);

/// Writes everything that waits for the file system of an open file or folder.
int file_actions_synchronize_volume(int file);
