#pragma once

#include <stdbool.h>
#include <stddef.h>

/// libcurl's header callback.
typedef size_t (*header_function)(char *line, size_t size, size_t count, void *context);

/// What the guard knows about one easy handle of libcurl.
struct transfer_record {
  struct transfer_record *next;
  const void *handle;
  header_function function;  ///< the callback that the handle's owner has set
  void *context;             ///< and what it is called with
  bool is_inside_header;     ///< a status line has come, the empty line that ends its header has not
  bool is_interim;           ///< that status line is a 1xx, after which another header must come
  size_t header_bytes;       ///< of the transfer's headers so far, 1xx and trailers included
  size_t header_lines;       ///< likewise
};

/// The record of a handle, made on first use; NULL only without memory.
struct transfer_record *transfer_record_of(const void *handle);

/// The record of a handle, or NULL.
struct transfer_record *transfer_record_find(const void *handle);

void transfer_record_forget(const void *handle);

/// Forgets what has come, before a transfer.
void transfer_record_reset(struct transfer_record *record);

/// Notes one line of a header; `line` need not end in a zero.
void transfer_record_note(struct transfer_record *record, const char *line, size_t length);
