#pragma once

#include <stdbool.h>

/// Guards a process that uses URLSession on Linux against three things that any server can send, and has
/// it trust whom its environment says.
///
/// It stands between FoundationNetworking and libcurl by defining four of libcurl's functions, each of
/// which calls libcurl's own:
///
/// - A server that closes the connection inside a response header (`HTTP/1.1 200 OK`, then nothing)
///   makes libcurl report success, and FoundationNetworking of Swift 6.3 traps because there is no
///   response. The guard turns that success into "got nothing", an ordinary error of the transfer.
/// - FoundationNetworking asks for compressed bodies and libcurl inflates them before any Swift code can
///   count the bytes: 200 KB on the wire become 200 MB in memory. The guard asks for no compression
///   and switches inflating off, so that the size limit of a load holds for what arrives.
/// - FoundationNetworking spends seconds on a header of thousands of lines, in which no other transfer
///   gets on, and libcurl takes one without end. The guard ends a transfer whose headers are over
///   64 KiB or 256 lines.
///
/// It also has libcurl loaded when it is first called, where nothing else has brought it: an executable
/// with a statically linked Swift runtime that is not itself linked with libcurl starts without it.
///
/// FoundationNetworking trusts the certificate authorities of the system and no others. The guard
/// honours SSL_CERT_FILE and SSL_CERT_DIR as curl(1) does: a file of certificates instead of the
/// system's, and a folder of them as `openssl rehash` makes it. They are read at the start of every
/// transfer, and ignored in a process that runs with more rights than its user.
///
/// It works in the executable that is linked with it, and there only:
///
/// - with a statically linked Swift runtime, as it is;
/// - with a dynamically linked one, the executable must also export the four functions, with
///   `-Xlinker --export-dynamic-symbol=curl_easy_setopt` and so on.
///
/// Changing libcurl under a whole process is the decision of its executable. So no library product depends
/// on this target: who uses `ImageLoading` in a program of their own links it to the executable, or
/// accepts the weaknesses.
///
/// Says whether a call of libcurl has passed through the guard in this process: false before the first
/// transfer, and false after it where the guard has been linked in a way that has no effect.
bool transfer_guard_is_active(void);
