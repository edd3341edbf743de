import Foundation
import Raster
import TestSupport

@testable import TerminalGraphics
@testable import TerminalUI

/// A terminal in memory with the kitty graphics protocol, as strict as the protocol's text.
struct KittyTerminal {
  struct Image {
    let size: PixelSize
    let cells: CellSize
    /// Three bytes a pixel.
    let pixels: [UInt8]
  }

  private(set) var terminal: ReferenceTerminal
  private(set) var images: [UInt32: Image] = [:]
  private(set) var commandCount = 0
  /// The length of the payload of all commands.
  private(set) var payloadBytes = 0
  /// The names of the bytes that were handed over.
  private(set) var handedNames: [String] = []
  /// True when it sees no bytes that are handed over, as one on another machine.
  var isDistant = false
  private var ownComplaints: [String] = []
  /// The pixels of the graphics that were looked for.
  private var bytes = GraphicBytes()
  /// The names that it has answered about since the last call of `takeAnswers`, and whether with
  /// OK.
  private var answers: [(name: UInt32, isThere: Bool)] = []
  /// The number of commands that tmux still drops.
  var dropsLeft = 0
  /// True when graphics may be answered and commands may be missing: the next ones then have no
  /// beginning.
  var isLossy = false
  /// True when it refuses every graphic.
  var refuses = false
  private var loading: (control: [Character: String], text: [UInt8])?
  private let isBehindTmux: Bool

  init(size: CellSize, isBehindTmux: Bool = false) {
    terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
    self.isBehindTmux = isBehindTmux
  }

  var complaints: [String] { terminal.complaints + ownComplaints }

  /// True when a graphic has begun whose last chunk has not come.
  var isLoading: Bool { loading != nil }

  /// The memory of its graphics, at four bytes a pixel.
  var heldBytes: Int { images.values.reduce(0) { $0 + 4 * $1.size.area } }

  mutating func feed(_ bytes: [UInt8]) {
    terminal.feed(bytes)
    for (letter, body, _) in terminal.takeStrings() {
      if isBehindTmux, letter == "P", let inner = unwrapped(body) {
        obey(inner)
      } else if !isBehindTmux, letter == "_" {
        obey(body)
      } else {
        complain("a string \(letter) for nobody")
      }
    }
  }

  /// Drops all graphics to make room for others.
  mutating func dropImages() {
    images = [:]
  }

  mutating func takeAnswers() -> [(name: UInt32, isThere: Bool)] {
    defer { answers = [] }
    return answers
  }

  mutating func resize(to size: CellSize) {
    terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
  }

  /// The screen with placeholders as parts of graphics again.
  ///
  /// - Parameter graphics: found by their pixels.
  mutating func surface(of graphics: [UInt32: Graphic]) -> Surface {
    var shown = ReferenceTerminal.visible(terminal.surface)
    for row in 0..<shown.size.rows {
      var left: (name: UInt32, column: Int, row: Int)?
      for column in 0..<shown.size.columns {
        let cell = shown[column, row]
        guard cell.isGraphic else {
          left = nil
          continue
        }
        let place = place(of: cell, after: left)
        left = place
        shown[column, row] = part(place, of: graphics)
      }
    }
    return shown
  }

  /// Applies the rules by which diacritics may be left out.
  private func place(
    of cell: Cell, after left: (name: UInt32, column: Int, row: Int)?
  ) -> (name: UInt32, column: Int, row: Int) {
    let name = cell.foreground.rawValue
    let marks = cell.style.rawValue
    let row = Int(marks >> 8 & 0xFFF) - 1
    let column = Int(marks >> 20) - 1
    if column >= 0 { return (name, column, row) }
    guard let left, left.name == name, row < 0 || row == left.row else {
      return (name, 0, max(row, 0))
    }
    return (name, left.column + 1, left.row)
  }

  private mutating func part(
    _ place: (name: UInt32, column: Int, row: Int), of graphics: [UInt32: Graphic]
  ) -> Cell {
    guard let image = images[place.name] else {
      complain("a placeholder of \(place.name), which is not there")
      return .blank
    }
    guard place.column < image.cells.columns, place.row < image.cells.rows else {
      complain("part \(place.column),\(place.row) of \(image.cells)")
      return .blank
    }
    for (id, graphic) in graphics where bytes.of(graphic) == image.pixels {
      return Cell(graphic: id, column: place.column, row: place.row)
    }
    complain("another picture")
    return .blank
  }
}

// MARK: - Commands

extension KittyTerminal {
  /// Takes a command out of tmux's wrapper.
  private mutating func unwrapped(_ body: [UInt8]) -> [UInt8]? {
    let name = Array("tmux;".utf8)
    guard body.starts(with: name) else { return nil }
    var inner: [UInt8] = []
    var rest = body.dropFirst(name.count)
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.popFirst() != 0x1B { complain("an Esc that is not doubled") }
      inner.append(byte)
    }
    guard inner.starts(with: [0x1B, 0x5F]), inner.suffix(2) == [0x1B, 0x5C] else { return nil }
    return Array(inner.dropFirst(2).dropLast(2))
  }

  private mutating func obey(_ body: [UInt8]) {
    commandCount += 1
    if dropsLeft > 0 {
      dropsLeft -= 1
      return
    }
    guard body.first == UInt8(ascii: "G") else { return complain("an APC that is no command") }
    let command = KittyCommand(body.dropFirst())
    command.problems.forEach { complain($0) }
    var control = command.control
    let payload = command.payload
    let quiet = control["q"]
    if isBehindTmux ? quiet != "2" && !(quiet == nil && isLossy) : !["1", "2"].contains(quiet) {
      complain("a command that would be answered")
    }
    payloadBytes += payload.count
    control["q"] = nil
    if loading != nil || isLossy, control["a"] == nil {
      return resume(control, payload, quiet: quiet)
    }
    switch control["a"] {
    case "T": begin(control, payload, quiet: quiet)
    case "p": place(control, quiet: quiet)
    case "d": delete(control)
    default: complain("action \(control)")
    }
  }

  private mutating func begin(
    _ control: [Character: String], _ payload: [UInt8], quiet: String?
  ) {
    if loading != nil {
      // Kitty takes it for more of the same.
      if isLossy { return resume(control.filter { $0.key == "m" }, payload, quiet: quiet) }
      complain("a command between the chunks of a graphic")
    }
    if control["t"] != nil { return read(control, payload, quiet: quiet) }
    let keys = Set(control.keys).subtracting(control["o"] == "z" ? ["o"] : [])
    if keys != Set("aUpfsvcrim") || control["f"] != "24" { complain("\(control)") }
    if control["U"] != "1" || control["p"] != "1" { complain("another placement: \(control)") }
    loading = (control, [])
    resume(control.filter { $0.key == "m" }, payload, quiet: quiet)
  }

  private mutating func resume(
    _ control: [Character: String], _ payload: [UInt8], quiet: String?
  ) {
    if Array(control.keys) != ["m"] { complain("a chunk with \(control)") }
    loading?.text += payload
    if control["m"] == "1" {
      if payload.count % 4 != 0 { complain("a chunk that ends within a group") }
      return
    }
    guard let (begun, text) = loading else { return }
    loading = nil
    let bytes = Data(base64Encoded: Data(text)).map { [UInt8]($0) } ?? []
    keep(begun["o"] == "z" ? Zlib.inflate(bytes) : bytes, begun, quiet: quiet)
  }

  /// Keeps a graphic that has come whole, and answers.
  private mutating func keep(
    _ pixels: [UInt8], _ begun: [Character: String], quiet: String?
  ) {
    func number(_ key: Character) -> Int { begun[key].flatMap { Int($0) } ?? -1 }
    let size = PixelSize(width: number("s"), height: number("v"))
    let isThere = pixels.count == 3 * size.area && !refuses
    if quiet == nil || (quiet == "1" && !isThere) {
      answers.append((UInt32(number("i")), isThere))
    }
    if !isThere { return }  // given up, as a terminal does with too few pixels
    images[UInt32(number("i"))] = Image(
      size: size, cells: CellSize(columns: number("c"), rows: number("r")),
      pixels: pixels)
    if !GraphicHoldings.names.contains(UInt32(number("i"))) { complain("id \(number("i"))") }
  }

  /// Places a graphic again; it answers if it has no graphic of that name and may say so.
  private mutating func place(_ control: [Character: String], quiet: String?) {
    if loading != nil { complain("a placement between the chunks of a graphic") }
    guard Set(control.keys) == Set("aUpcri"), control["U"] == "1", control["p"] == "1",
      let id = control["i"].flatMap({ UInt32($0) })
    else { return complain("placement \(control)") }
    guard let image = images[id] else {
      if quiet != "2" { answers.append((id, false)) }
      return
    }
    let cells = [image.cells.columns, image.cells.rows].map(String.init)
    if [control["c"], control["r"]] != cells { complain("another size: \(control)") }
  }

  private mutating func delete(_ control: [Character: String]) {
    if loading != nil, !isLossy { complain("a deletion between the chunks of a graphic") }
    guard control["d"] == "I", control.count == 3, let id = control["i"].flatMap({ UInt32($0) })
    else { return complain("deletion \(control)") }
    images[id] = nil
  }

  private mutating func complain(_ text: String) {
    ownComplaints.append(text)
  }
}

// MARK: - Bytes that are handed over

extension KittyTerminal {
  /// Reads the pixels of a graphic by their name, and removes the name.
  private mutating func read(
    _ control: [Character: String], _ payload: [UInt8], quiet: String?
  ) {
    if Set(control.keys) != Set("aUpfsvcritS") || control["f"] != "24" { complain("\(control)") }
    if control["U"] != "1" || control["p"] != "1" { complain("another placement: \(control)") }
    guard let name = Data(base64Encoded: Data(payload)).map({ String(decoding: $0, as: UTF8.self) })
    else { return complain("a name that is no Base64") }
    handedNames.append(name)
    if isDistant { return keep([], control, quiet: quiet) }
    let bytes = control["t"] == "s" ? HandedReader.takeObject(name) : HandedReader.takeFile(name)
    guard let bytes, control["S"] == "\(bytes.count)" else {
      return complain("nothing to read by \(name)")
    }
    keep(bytes, control, quiet: quiet)
  }
}
