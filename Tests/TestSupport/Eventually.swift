import Testing

/// Waits until a condition holds, for at most `patience`.
package func eventually(
  _ what: Comment, at location: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) async rethrows {
  let deadline = ContinuousClock.now + patience
  while try !condition() {
    if ContinuousClock.now > deadline {
      Issue.record("never: \(what.rawValue)", sourceLocation: location)
      return
    }
    try? await Task.sleep(for: .milliseconds(1))
  }
}

/// The longest time for which a test waits for a condition.
///
/// It is so long that on the busiest machine only a condition that never holds exceeds it. A test that passes
/// never waits for its end.
package let patience = Duration.seconds(60)
