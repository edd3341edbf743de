import Raster

/// The pixels handed over to a terminal on this machine.
///
/// Each object is removed by the terminal after reading, or by this value. After a failure, the
/// medium is no longer used.
struct PixelHandover {
  /// The most bytes per frame, because the main thread writes them.
  ///
  /// A larger picture has a frame of its own.
  static let mostFrameBytes = 2 << 20

  typealias Make = (GraphicPixels, LocalMedium) -> HandedBytes?

  /// The medium for pixels; nil if they are sent.
  var medium: LocalMedium?
  /// The bytes of the current frame.
  private(set) var frameBytes = 0
  /// The objects that the terminal may not have read, by graphic id.
  private var unread: [UInt32: HandedBytes] = [:]
  private let make: Make

  /// Creates a handover without objects.
  ///
  /// - Parameter make: stores pixels where the terminal can read them; by default in the system's
  ///   medium.
  init(
    make: @escaping Make = { pixels, medium in
      HandedBytes(pixels.rgbBytes, by: medium, fill: pixels.writeRGB)
    }
  ) {
    self.make = make
  }

  /// Whether the terminal has not read a graphic's object.
  func isUnread(_ id: UInt32) -> Bool { unread[id].map { !$0.isTaken } ?? false }

  /// Begins counting the bytes of a frame, and forgets objects that were read.
  mutating func beginFrame() {
    frameBytes = 0
    if !unread.isEmpty { unread = unread.filter { !$0.value.isTaken } }
  }

  /// Whether a picture of this size must wait for the next frame.
  func isFull(for bytes: Int) -> Bool {
    frameBytes > 0 && frameBytes + bytes > Self.mostFrameBytes
  }

  /// Stores the pixels of a graphic for the terminal.
  ///
  /// - Returns: nil if the terminal can't read them or there is no room.
  mutating func hand(_ pixels: GraphicPixels, of id: UInt32) -> HandedBytes? {
    guard let medium else { return nil }
    guard let handed = make(pixels, medium) else {
      // Objects of this frame are still to be read.
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

  /// Stops using the medium, and removes unread objects.
  mutating func fail() {
    medium = nil
    unread = [:]
  }
}
