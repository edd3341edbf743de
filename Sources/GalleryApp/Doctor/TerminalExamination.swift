import Raster
import TerminalUI

/// The terminal's answers, and the way in which the program would draw on it.
package struct TerminalExamination {
  let findings: TerminalFindings
  let features: TerminalFeatures
  let capabilities: TerminalCapabilities
  let plan: ScreenPlan
  /// Nil if the terminal does not answer.
  let link: LinkMeasurement?

  /// The time that a slow terminal has for its answers.
  private static let patience = Duration.seconds(2)

  /// Takes the terminal over for a moment, with the queries of the gallery, and gives it back.
  ///
  /// It takes as long as the terminal takes to answer about ten times.
  package static func perform() throws(TerminalError) -> TerminalExamination {
    let session = try TerminalSession(
      mouse: false, signals: try SignalQueue(), poller: SystemClock())
    defer { session.close() }
    _ = session.awaitAnswers(atMost: patience)
    let link = LinkMeasurement(of: session)
    let plan = ScreenPlan(ScreenWishes(), on: session.capabilities, with: session.features)
    return TerminalExamination(
      findings: TerminalFindings(of: session), features: session.features,
      capabilities: session.capabilities,
      plan: plan, link: link)
  }
}
