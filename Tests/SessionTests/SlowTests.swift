import Foundation
import TestSupport
import Testing

/// A person waits for a server, and goes on nevertheless.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SlowTests {
  /// A library that stands for a server which does not answer behind the last name of a folder.
  private static let silence = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    #include <unistd.h>

    struct dirent *readdir(DIR *folder) {
      static struct dirent *(*next)(DIR *);
      if (!next) next = (struct dirent *(*)(DIR *))dlsym(RTLD_NEXT, "readdir");
      struct dirent *entry = next(folder);
      if (!entry) pause();
      return entry;
    }
    struct dirent64 *readdir64(DIR *folder) {
      return (struct dirent64 *)readdir(folder);
    }
    """

  @Test func `a folder that is never read to its end shows what it has, obeys, and is left`() throws
  {
    let tools = try TemporaryFolder()
    let source = try tools.file("silence.c", Array(Self.silence.utf8))
    let library = tools.path + "/silence.so"
    let built = try ChildProcess(["cc", "-shared", "-fPIC", "-o", library, source.path, "-ldl"])
    try #require(try built.wait() == .status(0), "there is no C compiler")
    let folder = try TemporaryFolder()
    for name in ["a.ppm", "b.ppm", "c.ppm"] { try folder.addPicture(name) }
    let environment = BuiltProgram.environment().merging(["LD_PRELOAD": library]) { $1 }
    let terminal = try Terminal([folder.path], environment: environment)
    try terminal.press(
      ("", "still reading"), ("", "/3"), ("\u{1B}[C", " 2/3"), ("i", "PNM"), ("\u{1B}", "a.ppm"),
      ("s", "sorted by date"), ("s", "sorted by the date taken"), ("s", "sorted by size"),
      ("s", "sorted at random"))
    #expect(terminal.text.contains("still reading"))
    try terminal.type("q")
    #expect(try terminal.end() == .status(0))
  }
}
