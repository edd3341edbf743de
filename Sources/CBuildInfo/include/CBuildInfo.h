#pragma once

/// Returns the commit that the program was built from, in hexadecimal; empty if the build was not told, as outside a
/// git checkout.
///
/// If the sources differed from it, ", changed" follows.
const char *build_info_commit(void);

/// Returns the text of THIRD-PARTY.md: the linked packages, their licenses and notices.
const char *build_info_third_party(void);
