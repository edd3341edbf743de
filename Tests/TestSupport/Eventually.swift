import Testing

/// Looks at a condition until it holds, for half a minute at most.
package func eventually(
  _ what: Comment, at location: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) async rethrows {
  let deadline = ContinuousClock.now + .seconds(30)
  while try !condition() {
    if ContinuousClock.now > deadline {
      Issue.record("never: \(what.rawValue)", sourceLocation: location)
      return
    }
    try? await Task.sleep(for: .milliseconds(1))
  }
}
