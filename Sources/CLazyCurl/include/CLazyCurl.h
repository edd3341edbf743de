#pragma once

/// Lets an executable start without libcurl, which comes with 28 other libraries.
///
/// It defines the functions of libcurl that `CurlTransport` and FoundationNetworking call; each loads libcurl if
/// necessary, and calls libcurl's function. It works in an executable that is linked with it, with a statically linked
/// Swift runtime and without libcurl. Elsewhere it forwards calls to the loaded libcurl.
