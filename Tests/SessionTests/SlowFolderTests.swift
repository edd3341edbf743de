import CSpawning
import Foundation
import Testing

/// A folder on a mount that takes its time.
@Suite(.timeLimit(.minutes(2))) struct SlowFolderTests {
  /// A library that stands for a distant server.
  ///
  /// Each name is late by 30 ms, the status of a file by 5 ms. With `ENDLESS`, it does not answer behind the last name.
  private static let slowness = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/stat.h>
    #include <unistd.h>

    struct dirent *readdir(DIR *folder) {
      static struct dirent *(*next)(DIR *);
      if (!next) next = (struct dirent *(*)(DIR *))dlsym(RTLD_NEXT, "readdir");
      usleep(30000);
      struct dirent *entry = next(folder);
      if (!entry && getenv("ENDLESS")) pause();
      return entry;
    }
    struct dirent64 *readdir64(DIR *folder) {
      return (struct dirent64 *)readdir(folder);
    }
    int fstatat(int folder, const char *name, struct stat *status, int flags) {
      static int (*next)(int, const char *, struct stat *, int);
      if (!next) next = (int (*)(int, const char *, struct stat *, int))dlsym(RTLD_NEXT, "fstatat");
      usleep(5000);
      return next(folder, name, status, flags);
    }
    """

  private static func inSlowFolder(
    _ names: [String], variables: String = "",
    _ body: (_ command: String) async throws -> Void
  ) async throws {
    try await inFolder { folder in
      let library = folder + "/slow.so"
      try Data(Self.slowness.utf8).write(to: URL(fileURLWithPath: folder + "/slow.c"))
      let built = try Child([
        "cc", "-shared", "-fPIC", "-o", library, folder + "/slow.c", "-ldl",
      ]).wait()
      try #require(built == 0, "there is no C compiler")
      for name in names {
        try Data("P6 1 1 255\nabc".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try await body(
        "clear; \(variables) LD_PRELOAD='\(library)' '\(BuiltProgram.path)' '\(folder)'")
    }
  }

  @Test func `a slow folder shows what it has, obeys, and is left at any time`() async throws {
    // At 30 ms a name, this takes a minute.
    try await Self.inSlowFolder((0..<2_000).map { "\($0).ppm" }) { command in
      let screen = try TmuxScreen()
      try screen.enter(command)
      try await screen.waitFor("still reading")
      try await screen.waitFor("1/2")
      try screen.press("Right")
      try await screen.waitUntil("another place") { !$0.contains(" 1/") }
      try screen.press("i")
      try await screen.waitFor("PNM")
      try screen.press("Escape", "s")
      try await screen.waitFor("sorted by date")
      #expect(try !screen.text().contains("/2000"), "it is read already")
      try await screen.leaveGallery()
    }
  }

  @Test func `a server that does not answer holds up nothing that is known`() async throws {
    let names = ["a.ppm", "b.ppm", "c.ppm"]
    try await Self.inSlowFolder(names, variables: "ENDLESS=1") { command in
      let screen = try TmuxScreen()
      try screen.enter(command)
      try await screen.waitFor("still reading")
      try await screen.waitFor("/3")
      for words in ["sorted by date", "sorted by size", "sorted at random"] {
        try screen.press("s")
        if words.hasSuffix("size") {
          try await screen.waitFor("sorted by the date taken")
          try screen.press("s")
        }
        try await screen.waitFor(words)
      }
      try await screen.leaveGallery()
    }
  }
}
