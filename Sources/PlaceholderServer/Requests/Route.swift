import NIOHTTP1
import Raster

/// The target of a request.
enum Route: Equatable {
  case statistics
  case picture(PictureRequest, Faults)
  case manifest(ManifestRequest, Faults)

  /// The longest path with its query, in bytes.
  static let longestTarget = 8192

  /// Reads a path with its query, and checks every value in it.
  init(target: String, method: HTTPMethod) throws(Refusal) {
    if target.utf8.count > Self.longestTarget {
      throw Refusal(.uriTooLong, "the URL has more than \(Self.longestTarget) bytes")
    }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first ?? ""
    let isManifest = path == "/manifest" || path == "/manifest.json"
    let size = try path == "/stats" || isManifest ? nil : Self.size(path)
    guard method == .GET || method == .HEAD else {
      throw Refusal(.methodNotAllowed, "only GET and HEAD are answered here")
    }
    if isManifest {
      let text = parts.count > 1 ? parts[1] : ""
      let query = try Query(text)
      self = .manifest(try ManifestRequest(query, text: text), try Faults(query: query))
      return
    }
    guard let size else {
      self = .statistics
      return
    }
    let query = try Query(parts.count > 1 ? parts[1] : "")
    self = .picture(try PictureRequest(size: size, query: query), try Faults(query: query))
  }

  /// Reads `/{width}x{height}`.
  private static func size(_ path: Substring) throws(Refusal) -> PixelSize {
    let sides = path.dropFirst().split(separator: "x", omittingEmptySubsequences: false)
    let areDigits = sides.allSatisfy { side in
      !side.isEmpty && side.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
    guard path.first == "/", sides.count == 2, areDigits else {
      throw Refusal(.notFound, "nothing is here: ask for /{width}x{height}, /manifest or /stats")
    }
    let range = PictureRequest.sides
    guard let width = Int(sides[0]), let height = Int(sides[1]),
      range.contains(width), range.contains(height)
    else {
      throw Refusal(
        .badRequest,
        "width and height go from \(range.lowerBound) to \(range.upperBound) pixels")
    }
    return PixelSize(width: width, height: height)
  }
}

extension PictureRequest {
  /// Reads `text`, `scene`, `bg`, `fg`, `format` and `bytes`; missing values have their defaults.
  init(size: PixelSize, query: Query) throws(Refusal) {
    let caption = query["text"] ?? size.description
    guard caption.count <= Self.longestCaption else {
      throw Refusal(.badRequest, "text has more than \(Self.longestCaption) characters")
    }
    let background = try query.color("bg")
    let foreground = try query.color("fg")
    let name = query["format"] ?? PictureFormat.png.rawValue
    guard let format = PictureFormat(rawValue: name) else {
      throw Refusal(.badRequest, "format is none of png, jpeg and progressive")
    }
    self.init(
      size: size, caption: caption, format: format,
      fileBytes: try query.integer("bytes", in: 1...Self.longestFile),
      scene: try query.integer("scene", in: Scene.numbers).map(Scene.init), background: background,
      foreground: foreground)
  }
}
