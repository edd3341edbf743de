// Loads libcurl for the first transfer: it comes with 28 other libraries, which take longer than everything else until
// a local picture is displayed. Types are libcurl's public ABI.

#define _GNU_SOURCE
#include "CLazyCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;

static void load_library(void) { library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }

/// A linked libcurl has precedence; it may have another name.
static void *find_function(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  void *function = dlsym(RTLD_NEXT, name);
  if (function) return function;
  pthread_once(&once, load_library);
  return library ? dlsym(library, name) : NULL;
}

/// Returns a function of libcurl. `known` caches it; null before the first call.
///
/// Ends the process if there is no such function, as the dynamic linker would have done.
static void *libcurl_function(_Atomic(void *) *known, const char *name) {
  void *function = atomic_load(known);
  if (function) return function;
  function = find_function(name);
  if (!function) {
    fprintf(stderr, "libcurl cannot be loaded: %s\n", dlerror());
    abort();
  }
  atomic_store(known, function);
  return function;
}

#define PASS_ON(result, name, parameters, arguments)                                   \
  result name parameters {                                                             \
    static _Atomic(void *) known;                                                      \
    return ((result(*) parameters)libcurl_function(&known, #name)) arguments;          \
  }

PASS_ON(int, curl_global_init, (long flags), (flags))
PASS_ON(char *, curl_version, (void), ())
PASS_ON(void *, curl_version_info, (int version), (version))
PASS_ON(void, curl_free, (void *memory), (memory))
PASS_ON(void *, curl_slist_append, (void *list, const char *text), (list, text))
PASS_ON(void, curl_slist_free_all, (void *list), (list))

PASS_ON(void *, curl_easy_init, (void), ())
PASS_ON(void, curl_easy_cleanup, (void *handle), (handle))
PASS_ON(int, curl_easy_pause, (void *handle, int directions), (handle, directions))
PASS_ON(const char *, curl_easy_strerror, (int code), (code))

PASS_ON(void *, curl_multi_init, (void), ())
PASS_ON(int, curl_multi_cleanup, (void *multi), (multi))
PASS_ON(int, curl_multi_add_handle, (void *multi, void *handle), (multi, handle))
PASS_ON(int, curl_multi_remove_handle, (void *multi, void *handle), (multi, handle))
PASS_ON(void *, curl_multi_info_read, (void *multi, int *left), (multi, left))
PASS_ON(int, curl_multi_perform, (void *multi, int *running), (multi, running))
PASS_ON(
    int, curl_multi_poll,
    (void *multi, void *more, unsigned count, int milliseconds, int *ready),
    (multi, more, count, milliseconds, ready))
PASS_ON(int, curl_multi_wakeup, (void *multi), (multi))
PASS_ON(int, curl_multi_assign, (void *multi, int socket, void *context), (multi, socket, context))
PASS_ON(
    int, curl_multi_socket_action, (void *multi, int socket, int events, int *running),
    (multi, socket, events, running))

PASS_ON(void *, curl_url, (void), ())
PASS_ON(
    int, curl_url_get, (const void *url, int part, char **text, unsigned flags),
    (url, part, text, flags))
PASS_ON(
    int, curl_url_set, (void *url, int part, const char *text, unsigned flags),
    (url, part, text, flags))

/// The same for functions whose last argument is any machine word.
#define PASS_ON_WORD(name)                                                             \
  int name(void *handle, int option, ...) {                                            \
    static _Atomic(void *) known;                                                      \
    va_list arguments;                                                                 \
    va_start(arguments, option);                                                       \
    void *word = va_arg(arguments, void *);                                            \
    va_end(arguments);                                                                 \
    return ((int (*)(void *, int, ...))libcurl_function(&known, #name))(handle, option, word); \
  }

PASS_ON_WORD(curl_easy_getinfo)
PASS_ON_WORD(curl_easy_setopt)
PASS_ON_WORD(curl_multi_setopt)
