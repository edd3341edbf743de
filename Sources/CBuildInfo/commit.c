#include "CBuildInfo.h"

/// The commit of `make build`, which links a definition that replaces this one (`.make/commit`).
__attribute__((weak)) const char filmstrip_build_commit[] = "";

const char *build_info_commit(void) { return filmstrip_build_commit; }
