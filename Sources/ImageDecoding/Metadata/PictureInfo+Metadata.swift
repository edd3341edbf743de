import Raster

extension PictureInfo {
  package init(_ metadata: ImageMetadata) {
    self.init(size: metadata.size)
    format = metadata.format == ImageFormat.raw.rawValue ? "RAW preview" : metadata.format
    bytes = metadata.byteCount
    frameCount = metadata.frameCount
    colors = metadata.colorProfile
    guard let camera = metadata.camera else { return }
    takenAt = camera.dateTaken
    self.camera = camera.name
    exposure = camera.settings
  }
}

extension PictureInfo {
  /// Reads the beginning of a file; the frames of an animation are not counted.
  ///
  /// - Parameter byteCount: the size of the whole file.
  /// - Returns: nil if the header can't be read, or for the beginning of a raw file, whose largest picture is further
  ///   on.
  /// - Complexity: O(header): microseconds.
  package init?(ofFile beginning: UnsafeRawBufferPointer, byteCount: Int?) {
    guard let metadata = try? ImageMetadata(of: beginning, mostFrames: 1) else { return nil }
    let isPart = byteCount.map { $0 > beginning.count } ?? false
    if isPart, metadata.format == ImageFormat.raw.rawValue { return nil }
    self.init(metadata)
    bytes = byteCount
  }
}

extension PictureInfo {
  /// Whether the picture is a drawing without pixels, which pixels of another size would blur.
  package var isDrawn: Bool { format == ImageFormat.svg.rawValue }
}

extension CameraData {
  /// The maker and the model; a model that begins with the maker's brand stands alone, such as `NIKON D750` of
  /// `NIKON CORPORATION`.
  fileprivate var name: String? {
    guard let make, let model else { return model ?? make }
    func brand(_ name: String) -> String? { name.split(separator: " ").first?.lowercased() }
    return brand(make) == brand(model) ? model : "\(make) \(model)"
  }

  /// The known settings, such as `1/250 s, f/2.8, ISO 100, 35 mm`.
  fileprivate var settings: String? {
    let parts = [
      exposureDescription, fNumber.map { "f/\($0.short)" }, isoSpeed.map { "ISO \($0)" },
      focalLength.map { "\($0.short) mm" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Double {
  /// The number, with one decimal if it has a fraction.
  fileprivate var short: String {
    let tenths = Int((Swift.min(self, 1e9) * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
