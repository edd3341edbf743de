import Foundation
import Testing

/// Folders in the program as a person uses it, in tmux.
@Suite(.timeLimit(.minutes(2))) struct FolderTests {
  private func copy(_ name: String, to other: String, in folder: String) throws {
    try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/\(other)")
  }

  @Test func `new pictures appear, and the place stays with the picture`() async throws {
    try await inPictureShell { screen, folder in
      try screen.enter("clear; filmstrip .")
      try await screen.waitFor("1/9 p1.ppm")
      try screen.press("Right")
      try await screen.waitFor("2/9 p2.ppm")
      try copy("p1.ppm", to: "a.ppm", in: folder)
      try await screen.waitFor("3/10 p2.ppm")
      try FileManager.default.removeItem(atPath: "\(folder)/p2.ppm")
      try await screen.waitFor("3/9 p3.ppm")
      try screen.press("s")
      try await screen.waitFor("sorted by date")
      try screen.press("Home")
      try screen.press("F")
      try await screen.waitFor("newest first")
      try copy("p1.ppm", to: "new.ppm", in: folder)
      try screen.press("End")
      try screen.press("Home")
      try await screen.waitFor("1/10 new.ppm")
      try copy("p1.ppm", to: "newer.ppm", in: folder)
      try await screen.waitFor("1/11 newer.ppm")
      try screen.press("q")
    }
  }

  @Test func `folders inside are named, and read with -r`() async throws {
    try await inPictureShell { screen, folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/inner", withIntermediateDirectories: true)
      try copy("p1.ppm", to: "inner/x.ppm", in: folder)
      try screen.enter("clear; filmstrip .")
      try await screen.waitFor("1 folder inside is left out; -r shows it too")
      try screen.press("Right")
      try await screen.waitFor("2/9")
      try await screen.leaveGallery()
      try screen.enter("filmstrip -r .")
      try await screen.waitFor("1/10")
      try screen.press("End")
      try await screen.waitFor("10/10 inner/x.ppm")
      try screen.press("q")
    }
  }

  @Test func `a folder that is followed may be empty at first`() async throws {
    try await inPictureShell { screen, folder in
      let plots = "\(folder)/plots"
      try FileManager.default.createDirectory(
        atPath: plots, withIntermediateDirectories: true)
      try screen.enter("clear; filmstrip plots; echo status $?")
      try await screen.waitFor("status 66")
      try screen.enter("clear; filmstrip --follow p1.ppm p2.ppm; echo status $?")
      try await screen.waitUntil("one folder") {
        $0.contains("--follow takes one folder") && $0.contains("status 64")
      }
      try screen.enter("clear; filmstrip --follow plots")
      try await screen.waitFor("waiting for pictures")
      for number in 1...3 {
        try copy("p\(number).ppm", to: "plots/\(number).ppm", in: folder)
        try await screen.waitFor("1/\(number) \(number).ppm")
      }
      try screen.press("q")
    }
  }
}
