/// What a terminal shows of a picture, made of its pixels once and kept with them.
package enum Rendering: Hashable, Sendable {
  case cells(CellImage)
  case graphic(Graphic)

  package var size: CellSize {
    switch self {
    case .cells(let image): image.size
    case .graphic(let graphic): graphic.size
    }
  }

  package var costBytes: Int {
    switch self {
    case .cells(let image): image.costBytes
    case .graphic(let graphic): graphic.costBytes
    }
  }
}
