#pragma once
/* SHA-256 by the functions that share no state. Those of evp.h, which OpenSSL 3 recommends, crash in a
   thread that still hashes while another calls exit(): the exit handler frees their shared state. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
