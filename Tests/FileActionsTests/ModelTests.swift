import FileActions
import Glibc
import SourceItems
import TestSupport
import Testing

/// Random actions and undos do on the disk what a naive model does in memory.
@Suite(.timeLimit(.minutes(2))) struct ModelTests {
  /// The files of the folders, without the trash, and how they were before each action.
  private struct Model {
    var files: [String: [UInt8]] = [:]
    var past: [[String: [UInt8]]] = []

    /// Follows an action; each file must go to a free name in the right folder.
    mutating func act(
      _ action: ActionRequest.Action, _ changes: [(from: String, to: String)], to folder: String?
    ) {
      past.append(files)
      for (from, to) in changes {
        let content = files[from]
        #expect(content != nil)
        if case .copy = action {} else { files[from] = nil }
        guard let folder else { continue }
        let stem = String(from.dropLast(4).split(separator: "/").last ?? "")
        #expect(to.hasPrefix("\(folder)/\(stem.split(separator: " ").first ?? "")"))
        #expect(files.updateValue(content ?? [], forKey: to) == nil)
      }
    }

    mutating func undo() { if let last = past.popLast() { files = last } }
  }

  @Test(arguments: 0..<UInt64(20))
  func `random actions, undos and new sessions equal the model`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let fixture = try ActionFixture()
    let folders = ["a", "b", "volume/c"]
    var model = Model()
    for number in 0..<12 {
      let name = "\(folders[number % 3])/\(number).jpg"
      try fixture.write(name)
      model.files[name] = Array(name.utf8)
    }
    var session: ActionSession? = try fixture.session()
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        session = nil
        session = try fixture.session()
      case 1...3:
        if let plan = session?.planUndo() {
          #expect(plan.refusals.isEmpty)
          _ = try session?.undo(plan)
          model.undo()
        } else {
          #expect(model.past.isEmpty)
        }
      default:
        let target = folders.randomElement(using: &random)
        let names = model.files.keys.sorted().shuffled(using: &random).prefix(
          Int.random(in: 1...4, using: &random))
        try act(fixture, session, Array(names), target, &model, &random)
      }
      let files = fixture.tree().filter { entry in
        folders.contains { entry.key.starts(with: Array("\($0)/".utf8)) }
      }
      let found = files.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
      #expect(Dictionary(uniqueKeysWithValues: found) == model.files)
    }
    while let plan = session?.planUndo() {
      _ = try session?.undo(plan)
      model.undo()
    }
    #expect(model.past.isEmpty)
    let names = fixture.tree().names
    #expect(names == Set(model.files.keys))
  }

  private func act(
    _ fixture: ActionFixture, _ session: ActionSession?, _ names: [String], _ target: String?,
    _ model: inout Model, _ random: inout SeededRandom
  ) throws {
    let folder = target ?? "a"
    let (action, place): (ActionRequest.Action, String?) =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: (.trash, nil)
      case 1: (.move(to: fixture.path(folder)), folder)
      default: (.copy(to: fixture.path(folder)), folder)
      }
    // A file doesn't move to its own folder.
    let moved = names.filter {
      if case .move = action { !$0.hasPrefix("\(folder)/") } else { true }
    }
    guard !moved.isEmpty, let session else { return }
    let report = try session.perform(
      try session.plan(ActionRequest(action, names.map { fixture.path($0) })))
    #expect(report.failures.isEmpty && report.pictures.count == moved.count)
    func name(_ path: [UInt8]) -> String {
      String(decoding: path.dropFirst(fixture.root.count + 1), as: UTF8.self)
    }
    model.act(
      action, report.pictures.map { (name($0.from), name($0.to)) }, to: place)
  }
}
