import ArgumentParser

/// The disk cache's command: named in the interface, not built yet.
struct Cache: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at or empty the disk cache (not built yet).", shouldDisplay: false)

  @Argument(parsing: .allUnrecognized) var arguments: [String] = []

  func validate() throws {
    throw ValidationError(NotBuiltYet(feature: "the disk cache").description)
  }
}
