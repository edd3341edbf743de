import Prefetching
import Raster

extension Command {
  /// A message for a key that changes nothing on a screen; nil if it may change something.
  func excuse(on screen: ShownScreen, of layout: GalleryLayout) -> String? {
    switch self {
    case .explain(.escape): "these are all pictures; q quits"
    case .explain(.paste): "pasted text does nothing here; / and : open a line for it"
    case .explain(let key): "\(key.title) does nothing; ? shows the keys"
    case .toggleMagnification where screen == .tiles: "z is for an open picture; Enter opens one"
    case .turn where screen == .tiles: "turning is for an open picture; Enter opens one"
    case .toggleFit where screen == .detail: "Z is for the tiles; Esc goes back to them"
    case .move(.sections) where layout.lines.sections.isEmpty: "no sections here"
    default: nil
    }
  }
}
