// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimized in debug too.
///
/// Pixel loops run 7 to 16 times slower unoptimized, and simulations and random walks take minutes.
let optimized = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]
/// Its assertions are checked in debug nevertheless.
let asserting =
  optimized + [.unsafeFlags(["-assert-config", "Debug"], .when(configuration: .debug))]
let optimizedC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Links for a quick start, as `.make/linking/README.md` says; by lld, because gold packs no relocations.
let quickStart: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      "-L", "\(Context.packageDirectory)/.make/linking", "-Xclang-linker", "-static-libgcc",
      // No library that is opened looks for a symbol in the program; all of them would be 1.7 MB.
      "-Xlinker", "--no-export-dynamic",
    ], .when(configuration: .release))
]

/// The module of each system library that every build has, and the package of Debian that has it.
let libraries: KeyValuePairs = [
  "CNcursesw": "libncursesw5-dev", "CJPEG": "libjpeg62-turbo-dev", "CPNG": "libpng-dev",
  "CWebP": "libwebp-dev", "CGIF": "libgif-dev", "CLCMS": "liblcms2-dev", "CCrypto": "libssl-dev",
  "CCurl": "libcurl4-openssl-dev", "CZlib": "zlib1g-dev",
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

extension Target {
  /// A part of the programs, in a folder of its name.
  fileprivate static func part(
    _ name: String, on dependencies: Dependency..., settings: [SwiftSetting] = strict,
    resources: [Resource] = []
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
  }

  /// A program that people run, in a folder of its name.
  fileprivate static func program(_ name: String, on dependencies: Dependency...) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies + ["CLazyCurl", argumentParser],
      swiftSettings: strict, linkerSettings: quickStart)
  }

  fileprivate static func suite(
    _ name: String, _ dependencies: [Dependency], excluding files: [String] = [],
    _ settings: [SwiftSetting] = strict
  ) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: settings)
  }

  /// What tests use, in a folder of its name.
  fileprivate static func support(
    _ name: String, _ dependencies: [Dependency], _ settings: [SwiftSetting] = strict
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
  }

  /// A program that tests or benchmarks run.
  fileprivate static func tool(
    _ name: String, _ dependencies: [Dependency], at folder: String,
    _ settings: [SwiftSetting] = strict
  ) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: "Tests/\(folder)", swiftSettings: settings)
  }
}

/// A target for each part of the program; what imports what stands in Sources/README.md.
let package = Package(
  name: "filmstrip",
  products: [.executable(name: "filmstrip", targets: ["filmstrip"])]
    + [
      "Prefetching", "ImageLoading", "ImageDecoding", "DiskCache", "ThumbnailStore", "Raster",
      "CurlTransport",
    ].map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .systemLibrary(name: "CFileSystems"),
    .target(name: "CTerminalEmulator", cSettings: optimizedC),
    .target(name: "CColorTransform", dependencies: ["CLCMS"], cSettings: optimizedC),
    .target(
      name: "CImageRows",
      dependencies: ["CJPEG", "CPNG", "CWebP", "CGIF"], cSettings: optimizedC,
      // A module map links for Swift importers only, and this target is C.
      linkerSettings: ["jpeg", "png", "webp", "webpdemux", "gif", "z"].map { .linkedLibrary($0) }),
    .target(name: "CImageChild", dependencies: ["CImageRows"], cSettings: optimizedC),
    .part("SimulationModels", settings: optimized),
    .part("Raster", on: "CBidirectionalText", settings: optimized),
    .part("LinkEstimates", settings: asserting),
    .part("Prefetching", on: "LinkEstimates", settings: asserting),
    .part("GalleryItems", on: "Raster", "Prefetching", settings: asserting),
    .part("CurlTransport", on: "CCurl", "CCallingQueue"),
    .part(
      "ImageDecoding", on: "Raster", "CImageRows", "CImageChild", "CColorTransform",
      "CConfinedChild", settings: optimized),
    .part("Archives", on: "CUnpacking"),
    .part("Configuration", on: "Raster", "SourceItems"),
    .part("CacheFiles", on: "CCrypto", "CZlib"),
    .part("DiskCache", on: "CacheFiles", "CCrypto"),
    .part("ThumbnailStore", on: "CacheFiles", settings: asserting),
    .part(
      "ImageRequests", on: "Raster", "ImageDecoding", "DiskCache", "Archives", settings: asserting),
    .part(
      "LoadPlanning", on: "Raster", "ImageDecoding", "DiskCache", "LinkEstimates", "ImageRequests",
      settings: asserting),
    .part(
      "LocalPictures", on: "Raster", "ImageDecoding", "CacheFiles", "ThumbnailStore", "Archives",
      "ImageRequests", "CFileSystems", settings: asserting),
    .part(
      "ImageLoading", on: "Raster", "ImageDecoding", "DiskCache", "ThumbnailStore",
      "CurlTransport", "ImageRequests", "LocalPictures", "LoadPlanning", settings: asserting),
    .part(
      "FramePacing", on: "Raster", "LinkEstimates",
      .product(name: "Histogram", package: "hdrhistogram-swift"), settings: asserting),
    .part("FrameProfiling", on: "Raster", "FramePacing", settings: optimized),
    .part("GalleryCore", on: "Raster", "Prefetching", "GalleryItems", "FramePacing"),
    .part("Recordings", on: "Raster", "GalleryCore", settings: asserting),
    .part("TerminalGraphics", on: "Raster", settings: optimized),
    .part(
      "TerminalUI", on: "Raster", "TerminalGraphics", "CNcursesw", "CTerminalGuard",
      settings: optimized),
    .part(
      "TerminalRelay", on: "Raster", "SimulationModels", "FrameProfiling", "GalleryCore",
      "Recordings", "TerminalGraphics", "TerminalUI", "CTerminalEmulator", "CPseudoTerminal",
      settings: optimized),
    .part("SourceItems", on: "Raster", "Prefetching", "GalleryItems", settings: asserting),
    .part(
      "ListSources", on: "Raster", "Prefetching", "GalleryItems", "SourceItems", "CDatabaseRows"),
    .part("FileActions", on: "Raster", "CacheFiles", "SourceItems", "CFileActions"),
    .part("FolderSources", on: "Prefetching", "GalleryItems", "SourceItems", "Archives"),
    .part(
      "ServerSources", on: "Raster", "Prefetching", "GalleryItems", "SourceItems", "ListSources"),
    .part(
      "ImageSources", on: "Raster", "Prefetching", "GalleryItems", "SourceItems", "ListSources",
      "FolderSources", "ServerSources"),
    .part(
      "PlaceholderServer", on: "SimulationModels", "Raster", "CJPEG", "CPNG", "CZlib",
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"), settings: optimized,
      resources: [.embedInCode("placeholder-font.txt")]),
    .part(
      "GalleryApp", on: "Raster", "Prefetching", "GalleryItems", "ImageDecoding", "DiskCache",
      "ThumbnailStore", "LocalPictures", "ImageLoading", "GalleryCore", "FramePacing",
      "TerminalGraphics",
      "TerminalUI", "Recordings", "FileActions", "SourceItems", "ListSources", "FolderSources",
      "ServerSources",
      "ImageSources", "PlaceholderServer", "Archives", "CacheFiles", "Configuration", "CZlib",
      "CBuildInfo", "CProgramStart"),
    .program(
      "filmstrip", on: "Raster", "Recordings", "Prefetching", "DiskCache", "LocalPictures",
      "ImageDecoding", "ImageLoading",
      "Configuration", "GalleryCore", "TerminalUI", "SourceItems", "ListSources", "FolderSources",
      "ImageSources", "PlaceholderServer", "GalleryApp", "ThumbnailStore", "FrameProfiling",
      "TerminalRelay"),
    .part(
      "PrefetchLab", on: "SimulationModels", "Raster", "Recordings", "Prefetching", "GalleryItems",
      "ImageLoading", "FramePacing", "GalleryCore", settings: optimized,
      resources: [.embedInCode("Traces/mixed-session.txt")]),
    .part(
      "Benchmarks", on: "SimulationModels", "Raster", "Recordings", "Prefetching", "GalleryItems",
      "ImageDecoding",
      "DiskCache", "ImageLoading", "FramePacing", "GalleryCore", "TerminalUI", "ImageSources",
      "PlaceholderServer", "PrefetchLab", "GalleryApp", "ThumbnailStore", "FrameProfiling",
      settings: optimized),
    .program(
      "filmstrip-lab", on: "Raster", "Recordings", "Prefetching", "GalleryItems", "ImageDecoding",
      "ImageLoading",
      "GalleryCore", "SourceItems", "ImageSources", "PrefetchLab", "GalleryApp", "FrameProfiling",
      "Benchmarks"),
    .tool("urlsession-floor", [], at: "Floors/URLSessionFloor"),
    .tool(
      "transfer-bench", ["CurlTransport", "ImageLoading", argumentParser], at: "TransferBench"),
    .support("ScreenComparison", ["Raster"], optimized),
    .tool(
      "screen-judge",
      ["ImageDecoding", "Raster", "ScreenComparison", argumentParser], at: "ScreenJudge"),
    .executableTarget(
      name: "prefetching-contract", dependencies: ["Prefetching"],
      path: "Tests/Examples/PrefetchingContract", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "thumbnails", dependencies: ["ImageLoading", "Raster"],
      path: "Tests/Examples/Thumbnails", packageAccess: false, swiftSettings: strict),

    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
    .support("VTermSupport", ["CVTerm", "Raster"], optimized),
    .support("TestSupport", ["SimulationModels", "Prefetching"]),
    .support(
      "LoadingTestSupport",
      ["TestSupport", "ImageRequests", "LoadPlanning", "DiskCache", "Raster"]),
    .suite("SimulationModelsTests", ["TestSupport", "SimulationModels"]),
    .suite("RasterTests", ["TestSupport", "Raster"]),
    .suite("LinkEstimatesTests", ["LinkEstimates"]),
    .suite("PrefetchingTests", ["TestSupport", "Prefetching"]),
    .suite("GalleryItemsTests", ["TestSupport", "GalleryItems", "Prefetching", "Raster"]),
    .suite("CurlTransportTests", ["TestSupport", "CurlTransport", "CCurl"]),
    .target(
      name: "DecodingTestSupport",
      dependencies: ["ImageDecoding", "Raster", "CZlib", "PictureChild"],
      path: "Tests/DecodingTestSupport", exclude: ["Fixtures"], swiftSettings: strict),
    .suite(
      "ImageDecodingTests",
      ["TestSupport", "DecodingTestSupport", "ImageDecoding", "Raster", "CLCMS"]),
    .suite(
      "DiskCacheTests", ["TestSupport", "CacheFiles", "DiskCache", "CSpawning", "CacheWriter"]),
    .suite(
      "ThumbnailStoreTests",
      ["TestSupport", "CacheFiles", "ThumbnailStore", "CSpawning", "ThumbnailWriter"]),
    .suite("ImageRequestsTests", ["ImageDecoding", "ImageRequests"]),
    .suite(
      "LoadPlanningTests",
      [
        "TestSupport", "LoadingTestSupport", "DecodingTestSupport", "ImageRequests", "LoadPlanning",
        "ImageDecoding", "DiskCache", "Raster",
      ]),
    .suite(
      "LocalPicturesTests",
      [
        "TestSupport", "DecodingTestSupport", "CacheFiles", "ImageDecoding", "ImageRequests",
        "LocalPictures", "Raster", "ThumbnailStore",
      ]),
    .suite(
      "ImageLoadingTests",
      [
        "TestSupport", "LoadingTestSupport", "DecodingTestSupport", "ImageLoading", "LoadPlanning",
        "LocalPictures", "ImageDecoding", "CacheFiles", "DiskCache", "ThumbnailStore", "Raster",
        "Archives",
      ]),
    .suite("FramePacingTests", ["TestSupport", "FramePacing", "Raster"]),
    .suite(
      "FrameProfilingTests", ["TerminalRelay", "FrameProfiling", "Raster"], optimized),
    .suite(
      "TerminalRelayTests",
      [
        "CPseudoTerminal", "CSpawning", "TerminalRelay", "FrameProfiling", "Raster", "Recordings",
        "SimulationModels", "TerminalUI",
      ]),
    .suite(
      "GalleryCoreTests",
      [
        "TestSupport", "GalleryCore", "GalleryItems", "Prefetching", "Raster", "FramePacing",
        "SimulationModels",
      ],
      excluding: ["Snapshots"]),
    .suite("RecordingsTests", ["TestSupport", "Recordings", "GalleryCore", "Raster"]),
    .suite(
      "PrefetchLabTests",
      [
        "TestSupport", "Recordings", "SimulationModels", "PrefetchLab", "GalleryCore",
        "Prefetching", "Raster", "GalleryItems",
      ],
      excluding: ["Golden"], optimized),
    .suite("BenchmarksTests", ["Benchmarks", "SimulationModels"], optimized),
    .suite("TerminalGraphicsTests", ["TestSupport", "TerminalGraphics", "Raster"], optimized),
    .suite(
      "TerminalUITests",
      [
        "TestSupport", "VTermSupport", "Benchmarks", "Raster", "TerminalUI", "CZlib", "FramePacing",
        "TerminalGraphics", "CNcursesw",
      ], excluding: ["Fixtures"], optimized),
    .suite(
      "ScreenComparisonTests",
      ["TestSupport", "DecodingTestSupport", "Raster", "ScreenComparison"]),
    .support(
      "SourcesTestSupport",
      ["TestSupport", "ListSources", "SourceItems", "GalleryItems", "Prefetching"]),
    .suite("SourceItemsTests", ["TestSupport", "GalleryItems", "SourceItems"]),
    .suite(
      "FileActionsTests",
      [
        "TestSupport", "SimulationModels", "FileActions", "CFileActions", "CacheFiles",
        "SourceItems",
      ]),
    .suite(
      "ListSourcesTests",
      [
        "SourcesTestSupport", "ListSources", "TestSupport", "SourceItems", "GalleryItems",
        "Prefetching", "Raster",
      ]),
    .suite(
      "FolderSourcesTests",
      [
        "SourcesTestSupport", "FolderSources", "TestSupport", "SourceItems", "GalleryItems",
        "Prefetching",
      ]),
    .suite(
      "ServerSourcesTests",
      [
        "TestSupport", "ServerSources", "ImageSources", "ListSources", "FolderSources",
        "SourceItems", "GalleryItems", "Prefetching", "Raster",
      ]),
    .suite(
      "ImageSourcesTests",
      [
        "SourcesTestSupport", "ImageSources", "Archives", "TestSupport", "ListSources",
        "FolderSources", "SourceItems", "GalleryItems", "Prefetching", "Raster",
      ]),
    .suite("ConfigurationTests", ["Configuration", "Raster"]),
    .suite("ArchivesTests", ["TestSupport", "Archives"]),
    .suite(
      "PlaceholderServerTests",
      [
        "TestSupport", "SimulationModels", "PlaceholderServer", "Raster", "CJPEG", "CPNG",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    .suite("ServerLoadingTests", ["TestSupport", "ImageLoading", "PlaceholderServer", "Raster"]),
    .suite(
      "NginxTests",
      [
        "TestSupport", "LoadingTestSupport", "ImageLoading", "LoadPlanning", "CSpawning",
        "DiskCache",
      ]),
    .tool("CacheWriter", ["DiskCache"], at: "CacheWriter"),
    .tool("PictureChild", ["ImageDecoding"], at: "PictureChild"),
    .tool("ThumbnailWriter", ["ThumbnailStore"], at: "ThumbnailWriter"),
    .target(name: "CSpawning", path: "Tests/CSpawning"),
    .support(
      "LinkSupport", ["CSpawning", "VTermSupport", "Raster", "SimulationModels", "TerminalRelay"],
      optimized),
    .tool("link-bench", ["LinkSupport", "Raster", "VTermSupport"], at: "LinkBench", optimized),
    .tool("start-bench", ["LinkSupport", "Raster", "VTermSupport"], at: "StartBench", optimized),
    .tool("source-bench", ["LinkSupport", "Raster", "VTermSupport"], at: "SourceBench", optimized),
    .suite(
      "GalleryAppTests",
      [
        "TestSupport", "LoadingTestSupport", "DecodingTestSupport", "DiskCache", "GalleryApp",
        "GalleryCore", "FileActions",
        "GalleryItems", "ImageDecoding", "LocalPictures", "LoadPlanning", "ImageLoading",
        "SourceItems", "FolderSources", "ServerSources", "ImageSources", "Prefetching", "Raster",
        "FramePacing",
        "TerminalGraphics", "TerminalUI", "ThumbnailStore", "CZlib", "LinkSupport", "VTermSupport",
        "PlaceholderServer", "Recordings",
      ]),
    .suite(
      "CommandLineTests",
      [
        "Configuration", "GalleryApp", "filmstrip", "filmstrip-lab", argumentParser,
        "FolderSources", "GalleryCore", "FrameProfiling", "Raster", "SourceItems", "DiskCache",
        "ImageLoading",
      ]),
    .suite(
      "SessionTests",
      [
        "CSpawning", "GalleryCore", "LinkSupport", "PlaceholderServer", "Raster", "Recordings",
        "TerminalRelay", "TestSupport", "VTermSupport",
      ]),
  ]
)

package.targets +=
  [
    "CTerminalGuard", "CCallingQueue", "CLazyCurl", "CConfinedChild", "CBidirectionalText",
    "CProgramStart", "CPseudoTerminal", "CDatabaseRows", "CUnpacking", "CBuildInfo", "CFileActions",
  ].map { .target(name: $0) }
package.targets += libraries.map { module, package in
  .systemLibrary(name: module, providers: [.apt([package])])
}
