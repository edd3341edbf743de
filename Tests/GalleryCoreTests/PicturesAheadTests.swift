import GalleryItems
import Raster
import TestSupport
import Testing

@testable import GalleryCore

@Suite struct PicturesAheadTests {
  private func key(_ item: Int) -> TileKey {
    TileKey(item: ItemID(rawValue: item), size: PixelSize(width: 4, height: 4), attempt: 0)
  }

  @Test func `a picture's tile is told once`() {
    var pictures = PicturesAhead<String>()
    pictures.insert(key(1), as: "a")
    #expect(pictures.removeKey(of: "b") == nil)
    #expect(pictures.removeKey(of: "a") == key(1))
    #expect(pictures.removeKey(of: "a") == nil)
  }

  @Test func `the later of two tiles with the same picture counts`() {
    var pictures = PicturesAhead<String>(capacity: 2)
    for (item, name) in ["a", "b", "a"].enumerated() { pictures.insert(key(item), as: name) }
    #expect(pictures.removeKey(of: "a") == key(2))
    #expect(pictures.removeKey(of: "a") == nil)
  }

  @Test(arguments: 1...4) func `the latest are known, and not twice as many`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let capacity = Int.random(in: 1...9, using: &random)
    var pictures = PicturesAhead<Int>(capacity: capacity)
    /// From the oldest to the latest.
    var noted: [(name: Int, item: Int)] = []
    for step in 0..<500 {
      let name = Int.random(in: 0..<30, using: &random)
      if Bool.random(using: &random) {
        pictures.insert(key(step), as: name)
        noted.removeAll { $0.name == name }
        noted.append((name, step))
      } else {
        let place = noted.firstIndex { $0.name == name }
        let answer = pictures.removeKey(of: name)
        if let place, place >= noted.count - capacity {
          #expect(answer == key(noted[place].item))
        }
        #expect(answer == nil || answer == place.map { key(noted[$0].item) })
        if let place { noted.remove(at: place) }
      }
    }
    let known = (0..<30).count { pictures.removeKey(of: $0) != nil }
    #expect(known <= 2 * capacity)
  }
}
