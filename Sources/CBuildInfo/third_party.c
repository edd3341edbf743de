#include "CBuildInfo.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char text[] = {
#embed "../../THIRD-PARTY.md"
    , 0};

const char *build_info_third_party(void) { return text; }
