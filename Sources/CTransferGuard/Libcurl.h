#pragma once

#include <stdatomic.h>

/// A function of libcurl's own, which is loaded if it is not there yet.
///
/// Ends the process where there is no such function: FoundationNetworking would trap on any answer.
///
/// \param known keeps what was found; null before the first call.
void *libcurl_function(_Atomic(void *) *known, const char *name);
