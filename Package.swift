// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Pixel loops run 7 to 16 times slower unoptimized, so their targets are optimized in debug too.
let optimized = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
/// Its assertions are checked in debug nevertheless.
let asserting =
  optimized + [.unsafeFlags(["-assert-config", "Debug"], .when(configuration: .debug))]
let optimizedC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Links the program for a quick start, `.make/linking/README.md` says how; lld, because gold knows no packed
/// relocations.
let quickStart: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      "-L", "\(Context.packageDirectory)/.make/linking", "-Xclang-linker", "-static-libgcc",
    ], .when(configuration: .release))
]

extension Target {
  fileprivate static func suite(_ name: String, _ dependencies: [Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
  }
}

let package = Package(
  name: "filmstrip",
  products: [
    .executable(name: "filmstrip", targets: ["filmstrip"]),
    .library(name: "Prefetching", targets: ["Prefetching"]),
    .library(name: "ImageLoading", targets: ["ImageLoading"]),
    .library(name: "ImageDecoding", targets: ["ImageDecoding"]),
    .library(name: "DiskCache", targets: ["DiskCache"]),
    .library(name: "ThumbnailStore", targets: ["ThumbnailStore"]),
    .library(name: "Raster", targets: ["Raster"]),
    .library(name: "CurlTransport", targets: ["CurlTransport"]),
  ],
  traits: [
    .trait(name: "avif", description: "Reads AVIF, with libavif."),
    .trait(name: "heic", description: "Reads HEIC, with libheif."),
    .trait(name: "tiff", description: "Reads TIFF, with libtiff."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .systemLibrary(name: "CNcursesw", providers: [.apt(["libncursesw5-dev"])]),
    .systemLibrary(name: "CJPEG", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CLCMS", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CAVIF", providers: [.apt(["libavif-dev"])]),
    .systemLibrary(name: "CHEIF", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CTIFF", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CFileSystems"),
    .target(name: "CTerminalGuard"),
    .target(name: "CCallingQueue"),
    .target(name: "CLazyCurl"),
    .target(name: "CColorTransform", dependencies: ["CLCMS"], cSettings: optimizedC),
    .target(
      name: "CImageRows",
      dependencies: [
        "CJPEG", "CPNG", "CWebP", "CGIF",
        .target(name: "CAVIF", condition: .when(traits: ["avif"])),
        .target(name: "CHEIF", condition: .when(traits: ["heic"])),
        .target(name: "CTIFF", condition: .when(traits: ["tiff"])),
      ],
      cSettings: optimizedC + [
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
    .target(name: "Seeds", swiftSettings: optimized),
    .target(name: "LinkModel", swiftSettings: optimized),
    .target(name: "Raster", swiftSettings: optimized),
    .target(name: "Keys", dependencies: ["Raster"], swiftSettings: strict),
    .target(name: "Prefetching", swiftSettings: strict),
    .target(
      name: "GalleryItems", dependencies: ["Raster", "Prefetching"], swiftSettings: strict),
    .target(
      name: "CurlTransport", dependencies: ["CCurl", "CCallingQueue"], swiftSettings: strict),
    .target(
      name: "ImageDecoding", dependencies: ["Raster", "CImageRows", "CColorTransform"],
      swiftSettings: optimized),
    .target(name: "CacheFiles", dependencies: ["CCrypto", "CZlib"], swiftSettings: strict),
    .target(name: "DiskCache", dependencies: ["CacheFiles", "CCrypto"], swiftSettings: strict),
    .target(name: "ThumbnailStore", dependencies: ["CacheFiles"], swiftSettings: asserting),
    .target(
      name: "ImageLoading",
      dependencies: [
        "Raster", "ImageDecoding", "CacheFiles", "DiskCache", "ThumbnailStore", "CurlTransport",
        "CFileSystems",
      ],
      swiftSettings: asserting),
    .target(
      name: "GalleryCore",
      dependencies: [
        "Raster", "Keys", "Prefetching", "GalleryItems",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ],
      swiftSettings: strict),
    .target(
      name: "PrefetchLab",
      dependencies: [
        "Seeds", "LinkModel", "Raster", "Keys", "Prefetching", "GalleryItems", "ImageLoading",
        "GalleryCore",
      ],
      resources: [.embedInCode("Traces/mixed-session.txt")], swiftSettings: optimized),
    .target(
      name: "TerminalUI", dependencies: ["Raster", "Keys", "CNcursesw", "CTerminalGuard"],
      swiftSettings: optimized),
    .target(
      name: "ImageSources", dependencies: ["Raster", "Prefetching", "GalleryItems"],
      swiftSettings: strict),
    .target(
      name: "PlaceholderServer",
      dependencies: [
        "Seeds", "LinkModel", "Raster", "CJPEG", "CPNG", "CZlib",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      resources: [.embedInCode("placeholder-font.txt")],
      swiftSettings: optimized),
    .target(
      name: "GalleryApp",
      dependencies: [
        "Raster", "Keys", "Prefetching", "GalleryItems", "ImageDecoding", "DiskCache",
        "ThumbnailStore", "ImageLoading", "GalleryCore", "TerminalUI", "ImageSources",
        "PlaceholderServer", "CZlib",
      ],
      swiftSettings: strict),
    .target(
      name: "Benchmarks",
      dependencies: [
        "Raster", "Keys", "Prefetching", "GalleryItems", "ImageDecoding", "DiskCache",
        "ImageLoading", "GalleryCore", "TerminalUI", "ImageSources", "PlaceholderServer",
        "PrefetchLab", "GalleryApp", "ThumbnailStore",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "filmstrip",
      dependencies: [
        "Raster", "Prefetching", "GalleryItems", "DiskCache", "ImageLoading", "GalleryCore",
        "TerminalUI", "ImageSources", "PlaceholderServer", "PrefetchLab", "GalleryApp",
        "Benchmarks", "ThumbnailStore", "CLazyCurl",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict, linkerSettings: quickStart),
    .executableTarget(
      name: "urlsession-floor", path: "Tests/Floors/URLSessionFloor", swiftSettings: strict),
    .executableTarget(
      name: "transfer-bench",
      dependencies: [
        "CurlTransport", "ImageLoading",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/TransferBench", swiftSettings: strict),
    .target(
      name: "ScreenComparison", dependencies: ["Raster"], path: "Tests/ScreenComparison",
      swiftSettings: optimized),
    .executableTarget(
      name: "screen-judge",
      dependencies: [
        "ImageDecoding", "Raster", "ScreenComparison",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/ScreenJudge", swiftSettings: strict),
    .executableTarget(
      name: "prefetching-contract", dependencies: ["Prefetching"],
      path: "Tests/Examples/PrefetchingContract", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "thumbnails", dependencies: ["ImageLoading", "Raster"],
      path: "Tests/Examples/Thumbnails", packageAccess: false, swiftSettings: strict),

    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
    .target(
      name: "VTermSupport", dependencies: ["CVTerm", "Raster"], path: "Tests/VTermSupport",
      swiftSettings: optimized),
    .target(
      name: "TestSupport", dependencies: ["Seeds", "Prefetching"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "LoadingTestSupport", dependencies: ["TestSupport", "ImageLoading"],
      path: "Tests/LoadingTestSupport", swiftSettings: strict),
    .suite("SeedsTests", ["Seeds"]),
    .suite("LinkModelTests", ["TestSupport", "LinkModel"]),
    .suite("RasterTests", ["TestSupport", "Raster"]),
    .suite("KeysTests", ["TestSupport", "Keys", "Raster"]),
    .suite("PrefetchingTests", ["TestSupport", "Prefetching"]),
    .suite("GalleryItemsTests", ["GalleryItems", "Raster"]),
    .suite("CurlTransportTests", ["TestSupport", "CurlTransport"]),
    .target(
      name: "DecodingTestSupport", dependencies: ["ImageDecoding", "Raster"],
      path: "Tests/DecodingTestSupport", exclude: ["Fixtures"], swiftSettings: strict),
    .suite(
      "ImageDecodingTests",
      ["TestSupport", "DecodingTestSupport", "ImageDecoding", "Raster", "CLCMS"]),
    .suite(
      "DiskCacheTests", ["TestSupport", "CacheFiles", "DiskCache", "CSpawning", "CacheWriter"]),
    .suite(
      "ThumbnailStoreTests",
      ["TestSupport", "CacheFiles", "ThumbnailStore", "CSpawning", "ThumbnailWriter"]),
    .testTarget(
      name: "ImageLoadingTests",
      dependencies: [
        "TestSupport", "LoadingTestSupport", "DecodingTestSupport", "ImageLoading",
        "ImageDecoding", "CacheFiles", "DiskCache", "ThumbnailStore", "Raster", "CZlib",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GalleryCoreTests",
      dependencies: [
        "TestSupport", "GalleryCore", "GalleryItems", "Keys", "Prefetching", "Raster",
      ],
      exclude: ["Snapshots"], swiftSettings: strict),
    .testTarget(
      name: "PrefetchLabTests",
      dependencies: [
        "TestSupport", "PrefetchLab", "GalleryCore", "Keys", "Prefetching", "Raster",
      ],
      exclude: ["Golden"], swiftSettings: optimized),
    .testTarget(
      name: "TerminalUITests",
      dependencies: ["TestSupport", "VTermSupport", "Keys", "Raster", "TerminalUI", "CZlib"],
      exclude: ["Fixtures"], swiftSettings: optimized),
    .suite(
      "ScreenComparisonTests",
      ["TestSupport", "DecodingTestSupport", "Raster", "ScreenComparison"]),
    .suite(
      "ImageSourcesTests",
      ["TestSupport", "ImageSources", "Prefetching", "GalleryItems", "Raster"]),
    .testTarget(
      name: "PlaceholderServerTests",
      dependencies: [
        "TestSupport", "PlaceholderServer", "Seeds", "Raster", "CJPEG", "CPNG",
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .suite("ServerLoadingTests", ["TestSupport", "ImageLoading", "PlaceholderServer", "Raster"]),
    .suite(
      "NginxTests",
      ["TestSupport", "LoadingTestSupport", "ImageLoading", "DiskCache", "CSpawning"]),
    .executableTarget(
      name: "CacheWriter", dependencies: ["DiskCache"], path: "Tests/CacheWriter",
      swiftSettings: strict),
    .executableTarget(
      name: "ThumbnailWriter", dependencies: ["ThumbnailStore"], path: "Tests/ThumbnailWriter",
      swiftSettings: strict),
    .target(name: "CSpawning", path: "Tests/CSpawning"),
    .target(
      name: "LinkSupport", dependencies: ["CSpawning", "VTermSupport", "Raster"],
      path: "Tests/LinkSupport", swiftSettings: optimized),
    .executableTarget(
      name: "link-bench", dependencies: ["LinkSupport", "Raster"], path: "Tests/LinkBench",
      swiftSettings: optimized),
    .executableTarget(
      name: "start-bench", dependencies: ["LinkSupport", "Raster", "VTermSupport"],
      path: "Tests/StartBench", swiftSettings: optimized),
    .executableTarget(
      name: "source-bench", dependencies: ["LinkSupport", "Raster", "VTermSupport"],
      path: "Tests/SourceBench", swiftSettings: optimized),
    .testTarget(
      name: "GalleryAppTests",
      dependencies: [
        "TestSupport", "LoadingTestSupport", "GalleryApp", "GalleryCore", "GalleryItems",
        "ImageDecoding", "ImageLoading", "ImageSources", "Keys", "Prefetching", "Raster",
        "TerminalUI", "CZlib",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SessionTests",
      dependencies: [
        "CSpawning", "GalleryCore", "Keys", "LinkSupport", "PlaceholderServer", "Raster",
        "TestSupport", "VTermSupport",
      ],
      swiftSettings: strict),
  ]
)
