#include "TransferRecord.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A list: there are as many handles as transfers in flight, a dozen or so.
static struct transfer_record *records;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct transfer_record **link_to(const void *handle) {
  struct transfer_record **link = &records;
  while (*link && (*link)->handle != handle) link = &(*link)->next;
  return link;
}

// A record is used after the lock is released. That is safe because libcurl forbids using one handle
// on two threads at once, and only the handle's own calls and callbacks touch its record.

struct transfer_record *transfer_record_find(const void *handle) {
  pthread_mutex_lock(&lock);
  struct transfer_record *record = *link_to(handle);
  pthread_mutex_unlock(&lock);
  return record;
}

struct transfer_record *transfer_record_of(const void *handle) {
  pthread_mutex_lock(&lock);
  struct transfer_record *record = *link_to(handle);
  if (!record && (record = calloc(1, sizeof *record))) {
    record->handle = handle;
    record->next = records;
    records = record;
  }
  pthread_mutex_unlock(&lock);
  return record;
}

void transfer_record_forget(const void *handle) {
  pthread_mutex_lock(&lock);
  struct transfer_record **link = link_to(handle);
  struct transfer_record *record = *link;
  if (record) *link = record->next;
  pthread_mutex_unlock(&lock);
  free(record);
}

void transfer_record_reset(struct transfer_record *record) {
  record->is_inside_header = record->is_interim = false;
  record->header_bytes = record->header_lines = 0;
}

void transfer_record_note(struct transfer_record *record, const char *line, size_t length) {
  record->header_bytes += length;
  record->header_lines += 1;
  if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    const char *space = memchr(line, ' ', length);
    const char *end = line + length;
    record->is_inside_header = true;
    record->is_interim = space && space + 1 < end && space[1] == '1';
  } else if (length > 0 && (line[0] == '\r' || line[0] == '\n')) {
    record->is_inside_header = record->is_interim;
  }
}
