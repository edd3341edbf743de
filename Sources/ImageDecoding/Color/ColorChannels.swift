import CImageRows

/// The channels of a picture, or of those that a profile describes.
enum ColorChannels: Hashable {
  case gray
  case color
  case inks

  init(_ channels: ImageRowsChannels) {
    switch channels {
    case .color: self = .color
    case .gray: self = .gray
    case .inks: self = .inks
    }
  }
}
