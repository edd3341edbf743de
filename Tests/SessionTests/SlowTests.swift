import Foundation
import LinkSupport
import Raster
import TestSupport
import Testing
import VTermSupport

/// A person waits for a link or a server, and goes on nevertheless.
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

  @Test(arguments: [Link.distant[0], Link.terminals[3]])
  func `over a slow link, the last screen is that of a fast one`(link: Link) throws {
    let programs = try [Link.local, link].map {
      try LinkedProgram(
        [BuiltProgram.path, "--latency", "1", "--layout", "grid"],
        environment: BuiltProgram.environment(), size: CellSize(columns: 80, rows: 24), link: $0)
    }
    func run(until status: String) throws {
      func isThere(_ program: LinkedProgram) -> Bool {
        program.screen.surface.textLines.last?.contains(status) == true
      }
      let deadline = ContinuousClock.now + patience
      while !programs.allSatisfy(isThere)
        || ScreenSketch(programs[0].screen).exact != ScreenSketch(programs[1].screen).exact
      {
        try #require(ContinuousClock.now < deadline, "\(status) is not the same on both")
        for program in programs { _ = program.step() }
      }
    }
    try run(until: "1/100")
    for (key, status) in [
      ("G", "100/100"), ("g", "1/100"), ("\u{1B}[6~", "/100"),
      (String(repeating: "\u{1B}[B", count: 40), "/100"), ("G", "100/100"),
    ] {
      for program in programs { program.type(key) }
      try run(until: status)
    }
    for program in programs { program.type("q") }
  }
}
