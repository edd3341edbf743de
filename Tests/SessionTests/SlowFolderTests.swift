import CSpawning
import Foundation
import Testing

/// A folder on a mount that takes its time.
@Suite(.timeLimit(.minutes(2))) struct SlowFolderTests {
  /// A library that makes every name of a folder late by 30 ms, as a distant server does.
  private static let slowness = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    #include <unistd.h>

    struct dirent *readdir(DIR *folder) {
      static struct dirent *(*next)(DIR *);
      if (!next) next = (struct dirent *(*)(DIR *))dlsym(RTLD_NEXT, "readdir");
      usleep(30000);
      return next(folder);
    }
    struct dirent64 *readdir64(DIR *folder) {
      return (struct dirent64 *)readdir(folder);
    }
    """

  @Test func `a slow folder shows what it has, obeys, and is left at any time`() async throws {
    try await inFolder { folder in
      let library = folder + "/slow.so"
      try Data(Self.slowness.utf8).write(to: URL(fileURLWithPath: folder + "/slow.c"))
      let built = try Child([
        "cc", "-shared", "-fPIC", "-o", library, folder + "/slow.c", "-ldl",
      ]).wait()
      try #require(built == 0, "there is no C compiler")
      // At 30 ms a name, this takes a minute.
      for number in 0..<2_000 {
        try Data("P6 1 1 255\nabc".utf8)
          .write(to: URL(fileURLWithPath: "\(folder)/\(number).ppm"))
      }
      let screen = try TmuxScreen()
      try screen.enter("clear; LD_PRELOAD='\(library)' '\(BuiltProgram.path)' '\(folder)'")
      try await screen.waitFor("still reading")
      try await screen.waitFor("1/")
      try screen.press("Right")
      try await screen.waitFor("2/")
      try screen.press("i")
      try await screen.waitFor("PNM")
      try screen.press("Escape", "s")
      try await screen.waitFor("sorted by date")
      #expect(try !screen.text().contains("/2000"), "it is read already")
      try await screen.leaveGallery()
    }
  }
}
