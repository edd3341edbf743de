/// The file formats that pictures are written in.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg

  var mediaType: String { "image/\(rawValue)" }
}
