import ArgumentParser

/// The option for the number of measurements of a case.
struct RunOptions: ParsableArguments {
  @Option(help: "Runs of which the median is printed.")
  var runs = 5

  func validate() throws {
    guard (1...100).contains(runs) else { throw ValidationError("--runs takes 1 to 100") }
  }
}
