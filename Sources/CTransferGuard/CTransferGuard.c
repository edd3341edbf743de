// Four functions of libcurl, each a detour to libcurl's own. Types and numbers are libcurl's public
// ABI (curl/curl.h, curl/multi.h), repeated here so that building needs no libcurl headers.

#define _GNU_SOURCE
#include "CTransferGuard.h"

#include "Libcurl.h"
#include "TransferRecord.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>

// What a browser receives is a tenth of this.
static const size_t header_limit_bytes = 64 << 10;
static const size_t header_limit_lines = 256;

enum {
  CURLE_OK = 0,
  CURLE_FAILED_INIT = 2,
  CURLE_GOT_NOTHING = 52,
  CURLMSG_DONE = 1,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CAINFO = 10065,
  CURLOPT_CAPATH = 10097,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_HTTP_CONTENT_DECODING = 158,
  CURLOPT_HEADERFUNCTION = 20079,
};

struct curl_message {
  int kind;
  void *handle;
  union {
    void *whatever;
    int result;
  } data;
};

typedef int (*setopt_function)(void *handle, int option, ...);
typedef int (*add_function)(void *multi, void *handle);
typedef struct curl_message *(*info_function)(void *multi, int *left);
typedef void (*cleanup_function)(void *handle);

// Every option's value is one machine word (a long, a pointer or a 64-bit offset), so that one
// argument type can pass them all on.
_Static_assert(sizeof(void *) == sizeof(long) && sizeof(void *) == 8, "64-bit Linux only");

static atomic_bool active;

bool transfer_guard_is_active(void) { return atomic_load(&active); }

static int set_option(void *handle, int option, void *value) {
  static _Atomic(void *) known;
  return ((setopt_function)libcurl_function(&known, "curl_easy_setopt"))(handle, option, value);
}

/// Stands in for the owner's header callback, and calls it; a result other than the length of the line
/// ends the transfer.
static size_t watch_header(char *line, size_t size, size_t count, void *context) {
  struct transfer_record *record = context;
  transfer_record_note(record, line, size * count);
  if (record->header_bytes > header_limit_bytes || record->header_lines > header_limit_lines) {
    return 0;
  }
  return record->function ? record->function(line, size, count, record->context) : size * count;
}

int curl_easy_setopt(void *handle, int option, ...) {
  va_list arguments;
  va_start(arguments, option);
  void *value = va_arg(arguments, void *);
  va_end(arguments);
  atomic_store(&active, true);

  if (option == CURLOPT_ACCEPT_ENCODING) value = NULL;
  if (option != CURLOPT_HEADERFUNCTION && option != CURLOPT_HEADERDATA) {
    return set_option(handle, option, value);
  }
  struct transfer_record *record = transfer_record_of(handle);
  if (!record) return CURLE_FAILED_INIT;
  if (option == CURLOPT_HEADERFUNCTION) {
    record->function = (header_function)value;
  } else {
    record->context = value;
  }
  int code = set_option(handle, CURLOPT_HEADERFUNCTION, (void *)watch_header);
  return code ? code : set_option(handle, CURLOPT_HEADERDATA, record);
}

/// Has a transfer trust who the environment says, as curl(1) and openssl do. What cannot be read ends
/// the transfer: nobody is trusted in its stead.
static void set_authorities(void *handle) {
  char *file = secure_getenv("SSL_CERT_FILE");
  char *directory = secure_getenv("SSL_CERT_DIR");
  if (file && *file) set_option(handle, CURLOPT_CAINFO, file);
  if (directory && *directory) set_option(handle, CURLOPT_CAPATH, directory);
}

int curl_multi_add_handle(void *multi, void *handle) {
  static _Atomic(void *) known;
  struct transfer_record *record = transfer_record_find(handle);
  if (record) transfer_record_reset(record);
  set_authorities(handle);
  set_option(handle, CURLOPT_HTTP_CONTENT_DECODING, (void *)0L);
  return ((add_function)libcurl_function(&known, "curl_multi_add_handle"))(multi, handle);
}

struct curl_message *curl_multi_info_read(void *multi, int *left) {
  static _Atomic(void *) known;
  info_function read = (info_function)libcurl_function(&known, "curl_multi_info_read");
  struct curl_message *message = read(multi, left);
  if (message && message->kind == CURLMSG_DONE && message->data.result == CURLE_OK) {
    struct transfer_record *record = transfer_record_find(message->handle);
    if (record && record->is_inside_header) message->data.result = CURLE_GOT_NOTHING;
  }
  return message;
}

void curl_easy_cleanup(void *handle) {
  static _Atomic(void *) known;
  ((cleanup_function)libcurl_function(&known, "curl_easy_cleanup"))(handle);
  transfer_record_forget(handle);
}
