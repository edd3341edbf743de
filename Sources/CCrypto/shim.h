#pragma once
/* SHA-256 by the functions that keep nothing outside their context. Those of evp.h, which OpenSSL 3
   would rather have used, crash in a thread that still hashes while another leaves by exit(): its
   handler frees what they share. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
