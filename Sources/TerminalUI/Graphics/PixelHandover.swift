import Raster

/// The pixels that are handed over to a terminal on this machine, which reads them itself.
///
/// Each object is removed by the terminal that reads it, and by this value where the terminal does
/// not. A terminal or a medium that fails gets no more in that way.
struct PixelHandover {
  /// The most bytes of a frame, because the main thread writes them.
  ///
  /// A picture that is larger by itself has a frame of its own.
  static let mostFrameBytes = 2 << 20

  typealias Make = (GraphicPixels, LocalMedium) -> HandedBytes?

  /// The way to hand over pixels; nil where they are sent.
  var medium: LocalMedium?
  /// The bytes of the current frame.
  private(set) var frameBytes = 0
  /// The objects that the terminal may not have read, by the id of their graphic.
  private var unread: [UInt32: HandedBytes] = [:]
  private let make: Make

  /// Creates a record of nothing handed over.
  ///
  /// - Parameter make: makes pixels readable; by default, as bytes of the system's medium.
  init(
    make: @escaping Make = { pixels, medium in
      HandedBytes(pixels.rgbBytes, by: medium, fill: pixels.writeRGB)
    }
  ) {
    self.make = make
  }

  /// True when the terminal has not read the object of a graphic.
  func isUnread(_ id: UInt32) -> Bool { unread[id].map { !$0.isTaken } ?? false }

  /// Starts the count of a frame, and forgets what the terminal has read.
  mutating func beginFrame() {
    frameBytes = 0
    if !unread.isEmpty { unread = unread.filter { !$0.value.isTaken } }
  }

  /// True when a picture of this many bytes must wait for the next frame.
  func isFull(for bytes: Int) -> Bool {
    frameBytes > 0 && frameBytes + bytes > Self.mostFrameBytes
  }

  /// Makes the pixels of a graphic readable.
  ///
  /// - Returns: nil where the terminal can't read them, or there is no room for them.
  mutating func hand(_ pixels: GraphicPixels, of id: UInt32) -> HandedBytes? {
    guard let medium else { return nil }
    guard let handed = make(pixels, medium) else {
      // What this frame has handed already is still to be read.
      self.medium = nil
      return nil
    }
    unread[id] = handed
    frameBytes += handed.count
    return handed
  }

  /// Removes the object of a graphic.
  mutating func release(_ id: UInt32) {
    unread[id] = nil
  }

  /// Hands over nothing any more, and removes what was not read.
  mutating func fail() {
    medium = nil
    unread = [:]
  }
}
