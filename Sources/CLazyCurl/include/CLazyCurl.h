#pragma once

/// Has an executable start without libcurl, which comes with 28 other libraries.
///
/// It defines the functions of libcurl that `CurlTransport` and FoundationNetworking call; each loads libcurl
/// if it is not there yet, and calls libcurl's own. It works in an executable that is linked with it, with a
/// statically linked Swift runtime and without libcurl. Anywhere else it passes calls on to the libcurl
/// that is there.
