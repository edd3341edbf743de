#define _GNU_SOURCE
#include "CFileActions.h"

#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int file_actions_rename(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int file_actions_clone(int to, int from) { return ioctl(to, FICLONE, from); }

ssize_t file_actions_copy(int to, int from, off_t offset, size_t count) {
  off_t from_offset = offset, to_offset = offset;
  return copy_file_range(from, &from_offset, to, &to_offset, count, 0);
}

int file_actions_synchronize_volume(int file) { return syncfs(file); }
