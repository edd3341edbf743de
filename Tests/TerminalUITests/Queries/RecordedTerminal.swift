import Foundation
import Raster

@testable import TerminalUI

/// The recorded answers of a real terminal, question by question.
struct RecordedTerminal: CustomStringConvertible {
  let name: String
  let type: String
  let window: WindowSize
  private let replies: [String: String]

  static let names = [
    "alacritty", "kitty", "konsole", "mlterm", "screen", "st", "tmux", "urxvt", "vte", "xterm",
    "xterm340",
  ]

  private struct Recording: Decodable {
    let TERM: String
    let winsize: [Int]
    let replies: [String: [Field]]

    enum Field: Decodable {
      case text(String)
      case milliseconds

      init(from decoder: any Decoder) throws {
        let text = try? decoder.singleValueContainer().decode(String.self)
        self = text.map(Field.text) ?? .milliseconds
      }
    }
  }

  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Fixtures/\(name).json")
    let recording = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
    self.name = name
    type = recording.TERM
    let size = recording.winsize
    window = WindowSize(
      cells: CellSize(columns: size[1], rows: size[0]),
      pixels: size[2] > 0 ? PixelSize(width: size[2], height: size[3]) : nil)
    replies = recording.replies.compactMapValues {
      guard case .text(let text) = $0.first else { return nil }
      return text.replacing("\\x1b", with: "\u{1B}").replacing("\\x07", with: "\u{7}")
        .replacing("\\\\", with: "\\")
    }
  }

  var description: String { name }

  /// Its answers to all questions of `TerminalQuery`, in the order of the questions.
  func answers(to questions: String) -> [String] {
    let keys = [
      ("\u{1B}[?1070$p", "DECRQM 1070"), ("\u{1B}[?1;1;0S", "XTSMGRAPHICS colours"),
      ("\u{1B}[>q", "XTVERSION"), ("\u{1B}_Gi=31", "kitty a=q"), ("\u{1B}[?2026$p", "DECRQM 2026"),
      ("\u{1B}[16t", "CSI 16t"), ("\u{1B}[14t", "CSI 14t"), ("\u{1B}]11;?", "OSC 11"),
      ("\u{1B}[>c", "DA2"), ("\u{1B}[5n", "DSR 5"), ("\u{1B}[6n", "DSR 6"), ("\u{1B}[c", "DA1"),
    ]
    return keys.compactMap { question, key in
      questions.range(of: question).map { ($0.lowerBound, replies[key] ?? "") }
    }.sorted { $0.0 < $1.0 }.map(\.1).filter { !$0.isEmpty }
  }

  /// All its answers.
  var allAnswers: [String] {
    replies.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isEmpty }
  }
}
