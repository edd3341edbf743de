import Foundation

/// The length of fuzzing, mutations and random walks.
///
/// `make test` runs the short form, in which a fault shows all the same. `make test-long` sets
/// `FILMSTRIP_LONG` and runs the full length.
package enum Thoroughness {
  private static let isFull = ProcessInfo.processInfo.environment["FILMSTRIP_LONG"] == "1"

  package static func rounds<Count: BinaryInteger>(short: Count, full: Count) -> Count {
    isFull ? full : short
  }
}
