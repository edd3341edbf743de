#pragma once

// The type checks are macros around the variadic functions, which Swift does not import.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/// The glibc function, which its headers only declare with all GNU extensions enabled.
char *secure_getenv(const char *name);

// Swift can't call variadic functions, so each type of argument has a function of its own.

static inline CURLcode curl_easy_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_easy_set_callback(
    CURL *handle, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLMcode curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// The result in a message of `CURLMSG_DONE`, for Swift, which can't access the union.
static inline CURLcode curl_message_result(const CURLMsg *message) { return message->data.result; }
