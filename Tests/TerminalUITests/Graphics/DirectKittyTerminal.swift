import Foundation
import Raster

@testable import TerminalUI

/// A terminal in memory that has kitty's protocol without placeholders, as konsole: a placement is a
/// picture over the cells, which stays until it is removed or placed again.
struct DirectKittyTerminal {
  private struct Key: Hashable {
    let name, number: Int
  }

  /// A part of a graphic over a rectangle of the screen, in cells.
  private struct Place {
    let part: CellRect
    var origin: CellPoint
  }

  private(set) var terminal: ReferenceTerminal
  private(set) var transmissions = 0
  private(set) var placementCommands = 0
  private(set) var payloadBytes = 0
  private var images: [Int: [UInt8]] = [:]
  private var places: [Key: Place] = [:]
  private var ownComplaints: [String] = []
  private var loading: (control: [Character: String], text: [UInt8])?
  /// The names that it has refused to place since the last look.
  private var errors: [UInt32] = []
  private var bytes = GraphicBytes()

  init(size: CellSize) {
    terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
  }

  var complaints: [String] { terminal.complaints + ownComplaints }

  var imageCount: Int { images.count }

  var placeCount: Int { places.count }

  mutating func takeErrors() -> [UInt32] {
    defer { errors = [] }
    return errors
  }

  /// Loses all pixels; placements stay, as copies.
  mutating func dropImages() {
    images = [:]
  }

  mutating func resize(to size: CellSize) {
    terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
    for key in places.keys { places[key]?.origin.row -= 1 }
  }

  /// Takes bytes.
  ///
  /// Each placement scrolls by a row in its own direction.
  mutating func feed(_ bytes: [UInt8]) {
    if Self.scrolls(bytes) { for key in places.keys { places[key]?.origin.row += 1 } }
    terminal.feed(bytes)
    for (letter, body, cursor) in terminal.takeStrings() {
      guard letter == "_", body.first == UInt8(ascii: "G") else {
        complain("a string \(letter) for nobody")
        continue
      }
      obey(body.dropFirst(), at: cursor)
    }
  }

  private static func scrolls(_ bytes: [UInt8]) -> Bool {
    var reader = EscapeReader(bytes: bytes)
    while let token = reader.next() {
      if case .sequence(nil, let margins, "r") = token, !margins.isEmpty { return true }
    }
    return false
  }

  /// The screen with the parts of graphics that placements show.
  mutating func surface(of graphics: [UInt32: Graphic]) -> Surface {
    var shown = ReferenceTerminal.visible(terminal.surface)
    for (key, place) in places {
      guard let pixels = images[key.name],
        let id = graphics.first(where: { bytes.of($1) == pixels })?.key
      else {
        complain("a placement of \(key.name), which is not there")
        continue
      }
      for row in 0..<place.part.size.rows {
        for column in 0..<place.part.size.columns {
          let point = CellPoint(
            column: place.origin.column + column, row: place.origin.row + row)
          guard (0..<shown.size.columns).contains(point.column),
            (0..<shown.size.rows).contains(point.row)
          else {
            complain("a placement beyond an edge")
            continue
          }
          if shown[point.column, point.row] != .blank { complain("a placement over text") }
          shown[point.column, point.row] = Cell(
            graphic: id, column: place.part.origin.column + column,
            row: place.part.origin.row + row)
        }
      }
    }
    return shown
  }
}

// MARK: - Commands

extension DirectKittyTerminal {
  private mutating func obey(_ body: ArraySlice<UInt8>, at cursor: CellPoint) {
    let command = KittyCommand(body)
    command.problems.forEach { complain($0) }
    let (control, payload) = (command.control, command.payload)
    payloadBytes += payload.count
    guard ["1", "2"].contains(control["q"]) else { return complain("answered: \(control)") }
    if loading != nil, control["a"] == nil { return resume(control, payload) }
    if loading != nil { complain("a command between the chunks of a graphic") }
    switch control["a"] {
    case "t":
      if Set(control.keys).subtracting("om") != Set("aqfsvi") || control["f"] != "24" {
        complain("transmission \(control)")
      }
      loading = (control, [])
      resume(control, payload)
    case "p": place(control, at: cursor)
    case "d": delete(control)
    default: complain("action \(control)")
    }
  }

  private mutating func resume(_ control: [Character: String], _ payload: [UInt8]) {
    loading?.text += payload
    if control["m"] == "1" { return }
    guard let (begun, text) = loading else { return }
    loading = nil
    let bytes = Data(base64Encoded: Data(text)).map { [UInt8]($0) } ?? []
    let size = number("s", begun) * number("v", begun)
    if bytes.count != 3 * size {
      if !text.isEmpty, begun["m"] == nil { complain("\(bytes.count) bytes for \(size) pixels") }
      return  // given up
    }
    if size > 1 { transmissions += 1 }
    images[number("i", begun)] = bytes
  }

  private mutating func place(_ control: [Character: String], at cursor: CellPoint) {
    placementCommands += 1
    let isWhole = control["x"] == nil
    if Set(control.keys) != Set("aCqcrpi" + (isWhole ? "" : "xywh")) || control["C"] != "1" {
      complain("placement \(control)")
    }
    let name = number("i", control)
    guard images[name] != nil else {
      if control["q"] != "2" { errors.append(UInt32(name)) }
      return
    }
    let cell = RandomGallery.cell
    let part = CellRect(
      column: isWhole ? 0 : number("x", control) / cell.width,
      row: isWhole ? 0 : number("y", control) / cell.height,
      columns: number("c", control), rows: number("r", control))
    let source = (part.size.columns * cell.width, part.size.rows * cell.height)
    if !isWhole, source != (number("w", control), number("h", control)) {
      complain("another scale: \(control)")
    }
    places[Key(name: name, number: number("p", control))] = Place(part: part, origin: cursor)
  }

  private mutating func delete(_ control: [Character: String]) {
    let name = number("i", control)
    if control["d"] == "I", control["p"] == nil {
      images[name] = nil
      places = places.filter { $0.key.name != name }
    } else if control["d"] == "i" {
      let key = Key(name: name, number: number("p", control))
      if places.removeValue(forKey: key) == nil { complain("no placement \(key)") }
    } else {
      complain("deletion \(control)")
    }
  }

  private func number(_ key: Character, _ control: [Character: String]) -> Int {
    control[key].flatMap { Int($0) } ?? -1
  }

  private mutating func complain(_ text: String) {
    ownComplaints.append(text)
  }
}
