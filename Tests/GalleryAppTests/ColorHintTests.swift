import Raster
import TestSupport
import Testing

@testable import GalleryApp

@Suite struct ColorHintTests {
  private let tmux = ["TERM": "tmux-256color", "SSH_TTY": "/dev/pts/1"]

  @Test func `a person in tmux behind ssh is told once how to have more colors`() throws {
    let folder = try TemporaryFolder()
    let state = folder.path + "/state/filmstrip"
    func hint() -> String? {
      ColorHint.firstText(at: .indexed256, environment: tmux, folder: state)
    }
    #expect(hint() == ColorHint.text)
    #expect(hint() == nil)
  }

  @Test(arguments: [
    ["TERM": "xterm-256color"], ["TMUX": "/tmp/tmux-0/default,1,0"], ["COLORTERM": "yes"],
    ["NO_COLOR": "1"],
  ])
  func `others are told nothing`(change: [String: String]) throws {
    let folder = try TemporaryFolder()
    let environment = tmux.merging(change) { $1 }
    #expect(
      ColorHint.firstText(at: .indexed256, environment: environment, folder: folder.path) == nil)
    #expect(ColorHint.firstText(at: .trueColor, environment: tmux, folder: folder.path) == nil)
  }
}
