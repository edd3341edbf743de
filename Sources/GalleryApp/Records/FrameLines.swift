import FramePacing
import GalleryCore
import Raster

/// The frames of a session as JSON lines: a header, frames, the terminal's answers, marks.
struct FrameLines: LogFormat {
  /// The version of the names and meanings of the fields.
  static let version = 2

  private var budget = Duration.zero

  mutating func appendHeader(_ header: LogHeader, in text: inout JSONText) {
    budget = header.budget
    line("header", in: &text) {
      $0.field("version", Self.version)
      $0.field("budget_ms", milliseconds: header.budget)
      $0.field("columns", header.size.columns)
      $0.field("rows", header.size.rows)
      $0.field("presenter", header.presenter)
    }
  }

  func append(_ moment: SessionMoment, to text: inout JSONText) {
    switch moment {
    case .frame(let frame): line("frame", in: &text) { append(frame, to: &$0) }
    case .answer(let frame):
      line("answer", in: &text) {
        $0.field("frame", frame.number)
        $0.field("terminal_ms", milliseconds: frame.terminal ?? .zero)
      }
    case .mark(let mark, let instant):
      line("mark", in: &text) {
        $0.field("at_ms", milliseconds: instant)
        $0.field("text", mark)
      }
    case .lost(let count): line("lost", in: &text) { $0.field("count", count) }
    case .key, .picture, .load: break
    }
  }

  func end(in text: inout JSONText) {}

  private func append(_ frame: FrameRecord, to text: inout JSONText) {
    text.field("frame", frame.number)
    text.field("presented_at_ms", milliseconds: frame.presentedAt)
    text.field("overrun_ms", milliseconds: frame.overrun)
    text.field("cause", frame.cause.words)
    text.field("blame", frame.blameIfLate(budget: budget)?.rawValue)
    text.field("link_wait_ms", milliseconds: frame.linkWait)
    text.field("terminal_wait_ms", milliseconds: frame.terminalWait)
    text.field("cpu_wait_ms", milliseconds: frame.cpuWait(budget: budget))
    text.field("input_ms", milliseconds: frame.times.input)
    text.field("update_ms", milliseconds: frame.times.update)
    text.field("draw_ms", milliseconds: frame.times.draw)
    text.field("overlay_ms", milliseconds: frame.times.overlay)
    text.field("present_ms", milliseconds: frame.times.present)
    text.field("cpu_ms", milliseconds: frame.times.cpu)
    text.field("tiles", frame.tiles)
    text.field("moved_rows", frame.movedRows)
    text.field("loads", frame.loads)
    text.field("bytes", frame.bytes)
  }

  private func line(
    _ type: String, in text: inout JSONText, _ fields: (inout JSONText) -> Void
  ) {
    text.object {
      $0.field("type", type)
      fields(&$0)
    }
    text.append("\n")
  }
}

extension FrameRecord {
  /// The phase that took the most of a late frame's time; nil if the frame was on time.
  func blameIfLate(budget: Duration) -> FramePhase? {
    lateBy > .zero ? blame(budget: budget) : nil
  }
}
