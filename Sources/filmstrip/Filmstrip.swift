import ArgumentParser

@main struct Filmstrip: ParsableCommand {
  func run() throws {}
}
