// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Pixel loops run 7 to 16 times slower unoptimised, so their targets are optimised in debug too.
let optimised = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
let optimisedC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Has an executable's own definitions of these libcurl functions, `CTransferGuard`'s, seen by a
/// dynamically linked FoundationNetworking.
let exportTransferGuard: [LinkerSetting] = [
  .unsafeFlags(
    [
      "curl_easy_setopt", "curl_easy_cleanup", "curl_multi_add_handle", "curl_multi_info_read",
    ].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
]

let package = Package(
  name: "filmstrip",
  targets: [
    .systemLibrary(name: "CJPEG", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    .target(name: "CTransferGuard"),
    .target(
      name: "CImageRows",
      dependencies: [
        "CJPEG", "CPNG", "CWebP", "CGIF",
        .target(name: "CAVIF", condition: .when(traits: ["avif"])),
        .target(name: "CHEIF", condition: .when(traits: ["heic"])),
        .target(name: "CTIFF", condition: .when(traits: ["tiff"])),
      ],
      cSettings: optimisedC + [
        .define("IMAGE_ROWS_AVIF", .when(traits: ["avif"])),
        .define("IMAGE_ROWS_HEIC", .when(traits: ["heic"])),
        .define("IMAGE_ROWS_TIFF", .when(traits: ["tiff"])),
      ],
      // A module map links for Swift importers only, and this target is C.
      linkerSettings: ["jpeg", "png", "webp", "webpdemux", "gif"].map { .linkedLibrary($0) } + [
        .linkedLibrary("avif", .when(traits: ["avif"])),
        .linkedLibrary("heif", .when(traits: ["heic"])),
        .linkedLibrary("tiff", .when(traits: ["tiff"])),
      ]),

    .target(name: "Raster", swiftSettings: optimised),
    .target(name: "ImageLoading", dependencies: ["Raster", "CImageRows"], swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "LoadingTestSupport", dependencies: ["ImageLoading"],
      path: "Tests/LoadingTestSupport", swiftSettings: strict),
    .testTarget(
      name: "ImageLoadingTests",
      dependencies: ["TestSupport", "LoadingTestSupport", "ImageLoading", "CTransferGuard"],
      exclude: ["Fixtures"], swiftSettings: strict, linkerSettings: exportTransferGuard),
    .testTarget(
      name: "NginxTests",
      dependencies: [
        "TestSupport", "LoadingTestSupport", "ImageLoading", "CTransferGuard", "CSpawning",
      ],
      swiftSettings: strict, linkerSettings: exportTransferGuard),
    .target(name: "CSpawning", path: "Tests/CSpawning"),
  ]
)
