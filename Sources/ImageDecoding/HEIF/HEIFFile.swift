import CImageRows
import Raster

/// The facts about the primary picture of a HEIC or an AVIF, read without a library.
///
/// See ISO/IEC 14496-12, 8.11, and ISO/IEC 23008-12. Offsets and numbers are untrusted: values outside the file are
/// missing. It borrows the file's bytes, which must outlive it.
struct HEIFFile {
  /// The size as stored, after cropping.
  let size: PixelSize
  let orientation: Orientation
  /// The EXIF block; nil if the file has none, or if it is not available.
  let exif: UnsafeRawBufferPointer?
  /// The first item with a content type, which is XMP if there is any; nil if it is not available.
  let mime: UnsafeRawBufferPointer?
  /// The color information, which borrows the file's bytes.
  private let stated: ImageRowsColors

  /// The colors that the file states.
  var colors: ColorTag {
    ColorTag(stated, exif: exif ?? UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Reads a file, or its beginning; nil without a primary picture and its size.
  init?(_ bytes: UnsafeRawBufferPointer) { self.init(FileView(bytes)) }

  /// Reads a file that is loaded on demand; nil without a primary picture and its size.
  init?(_ view: FileView) {
    var items = HEIFItems(view)
    var properties = HEIFProperties(view)
    var boxes = BoxWalk(view)
    boxes.visit(0..<view.count, depth: 4) { box in
      switch box.name {
      // A version stands before the boxes.
      case "meta": return box.content.dropFirst(4)
      case "iprp": return box.content
      default:
        items.read(box)
        properties.read(box)
        return nil
      }
    }
    guard let primary = items.primary, let facts = properties.facts(of: primary),
      let size = facts.size
    else { return nil }
    self.size = size
    orientation = facts.orientation
    stated = facts.colors
    mime = items.location(ofKind: "mime").flatMap {
      view.field(at: $0.lowerBound, length: $0.count)
    }
    exif = items.location(ofKind: "Exif").flatMap { place in
      // A four-byte offset to the block comes first (ISO/IEC 23008-12, A.2.1).
      guard place.count > 4,
        let skipped = view.integer(at: place.lowerBound, length: 4, order: .bigEndian),
        skipped < place.count - 4
      else { return nil }
      return view.field(
        at: place.lowerBound + 4 + skipped, length: place.count - 4 - skipped)
    }
  }
}

/// Reads consecutive numbers of a file.
struct NumberReader {
  private let view: FileView
  private(set) var place: Int
  private let end: Int

  init(_ view: FileView, _ range: Range<Int>) {
    self.view = view
    place = range.lowerBound
    end = range.upperBound
  }

  /// Passes over some bytes, at most those of the range.
  mutating func skip(_ count: Int) { place += min(count, end - place) }

  /// The next unsigned number of 0, 1, 2, 4 or 8 bytes; nil outside the range, or over 2^56.
  mutating func next(_ length: Int) -> Int? {
    guard length <= end - place else { return nil }
    defer { place += length }
    if length < 8 { return view.integer(at: place, length: length, order: .bigEndian) }
    guard view.integer(at: place, length: 1, order: .bigEndian) == 0 else { return nil }
    return view.integer(at: place + 1, length: 7, order: .bigEndian)
  }
}
