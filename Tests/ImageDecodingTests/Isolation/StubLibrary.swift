import DecodingTestSupport
import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

/// A library in place of the usual one.
struct StubLibrary {
  private let folder: TemporaryFolder

  private var path: String { folder.path + "/library.so" }

  /// Compiles a libavif, which does what the last byte of a file says.
  init(version: String = "1.0.0") throws {
    try self.init(Self.source, "-DVERSION=\"\(version)\"")
  }

  private init(_ source: String, _ option: String) throws {
    folder = try TemporaryFolder()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/gcc")
    compiler.arguments = [
      "-shared", "-fPIC", "-w", option, "-o", path,
      try folder.file("stub.c", Array(source.utf8)).path,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
  }

  /// A libheif whose functions all return zero, so that it decodes no format.
  static func heicWithoutPlugin() throws -> StubLibrary {
    let headers = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/CImageRows").standardizedFileURL
    return try StubLibrary(
      """
      #include <heic_library.h>
      #define DEFINE(result, name, parameters) long name() { return 0; }
      HEIF_FUNCTIONS(DEFINE)
      """, "-I\(headers.path)")
  }

  /// The error of a picture that the library decodes.
  ///
  /// - Parameter seconds: half the wall-clock time that the child has.
  func error(
    of name: String = "color.avif", for mode: Character = "?", seconds: Int = 60,
    isCancelled: () -> Bool = { false }
  ) throws -> ImageDecodingError? {
    var decoder = ImageDecoder(isolation: .besideTests)
    decoder.library = path
    decoder.leastSeconds = seconds
    let bytes = try Fixture(name).bytes + mode.utf8
    return #expect(throws: ImageDecodingError.self) {
      try bytes.withUnsafeBytes { bytes in
        _ = try decoder.decode(
          bytes, target: ImageTarget(size: Fixture.size), limits: DecodeLimits(),
          isCancelled: isCancelled)
      }
    }
  }

  /// The functions that are used, with the layout of libavif 1.0.
  private static let source = """
    #include <errno.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/socket.h>
    #include <unistd.h>

    struct image { unsigned width, height, depth; char rest[500]; } image = {64, 32, 8};
    struct decoder { char settings[48]; struct image *image; char state[104], problem[256]; } decoder;
    static char mode;

    const char *avifVersion(void) { return VERSION; }
    const char *avifResultToString(int result) { return "refused"; }
    void *avifDecoderCreate(void) { decoder.image = &image; return &decoder; }
    void avifDecoderDestroy(void *d) {}
    int avifDecoderSetIOMemory(void *d, const unsigned char *bytes, size_t count) {
      mode = bytes[count - 1];
      return 0;
    }
    static void harm(void) {
      switch (mode) {
        case 'a': abort();
        case 's': *(volatile int *)0 = 0;
        case 'k': raise(SIGKILL);
        case 'l': for (;;);
        case 'p': for (;;) pause(), sleep(1);
        case 'e': _exit(3);
      }
    }
    /// The result of a call: zero, or its error.
    static int tried(long result) { return result < 0 ? errno : 0; }
    int avifDecoderParse(struct decoder *d) {
      harm();
      if (mode == 'm') {
        static int megabytes;
        for (char *block; megabytes < 4096 && (block = malloc(1 << 20)); megabytes += 1) memset(block, 1, 1 << 20);
        strcpy(d->problem, megabytes < 256 ? "limited" : "not limited");
        return 1;
      }
      if (mode != 'c') return mode == 'd' ? 0 : 1;
      int in = open("/etc/passwd", O_RDONLY), out = open("/tmp/written-by-a-picture", O_CREAT | O_WRONLY, 0600);
      char *none[] = {0};
      sprintf(
        d->problem, "socket %d, open %d, create %d, fork %d, exec %d, kill %d, copy %d, share %d",
        tried(socket(AF_INET, SOCK_STREAM, 0)), tried(in), tried(out), tried(fork()),
        tried(execv("/bin/true", none)), tried(kill(getppid(), 0)), tried(dup(0)),
        tried((long)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)));
      return 1;
    }
    int avifDecoderNextImage(void *d) { mode = 's'; harm(); return 0; }
    void *avifImageCreateEmpty(void) { return &image; }
    void avifImageDestroy(void *i) {}
    int avifImageSetViewRect(void *i, void *w, void *r) { return 0; }
    void avifRGBImageSetDefaults(void *r, void *i) {}
    int avifImageYUVToRGB(void *i, void *r) { return 0; }
    """
}
