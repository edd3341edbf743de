import Glibc
import Raster
import TestSupport
import Testing

@testable import TerminalGraphics

/// Pixels that a terminal on the same machine reads itself.
@Suite struct HandedBytesTests {
  private static let picture = Graphic.kitty(
    of: PixelImage(size: PixelSize(width: 700, height: 450), filledWith: 0xFF12_3456), id: 1,
    cell: PixelSize(width: 100, height: 225), background: Color(rawValue: 0))

  @Test(arguments: LocalMedium.allCases)
  func `bytes are there by a secret name, for their owner alone, until the end`(
    medium: LocalMedium
  ) throws {
    func make() -> HandedBytes? {
      HandedBytes(3000, by: medium) {
        $0.initializeMemory(as: UInt8.self, repeating: 7, count: 3000)
      }
    }
    var handed = try [#require(make()), #require(make())]
    let names = handed.map(\.name)
    #expect(Set(names).count == 2)
    #expect(names.allSatisfy { !HandedReader.isRemoved($0) })
    let bytes =
      medium == .sharedMemory
      ? HandedReader.takeObject(names[0]) : HandedReader.takeFile(names[0])
    #expect(bytes == Array(repeating: 7, count: 3000))
    #expect(HandedReader.isRemoved(names[0]) && !HandedReader.isRemoved(names[1]))
    handed = []
    #expect(names.allSatisfy(HandedReader.isRemoved))
  }

  @Test func `bytes of a process that is gone are removed, and no others`() throws {
    let own = try #require(HandedBytes(3, by: .temporaryFile) { _ in })
    let process = getpid()
    let namespace = try #require(own.name.split(separator: "-").dropLast(2).last)
    #expect(own.name.hasPrefix("/tmp/tty-graphics-protocol-filmstrip-\(namespace)-\(process)-"))
    // The first id is more than the largest of a process; the last is of another namespace.
    let ends = ["99999999-x", "\(process)-kept", "x-kept", "-kept"].map { "\(namespace)-\($0)" }
    let names = (ends + ["1-99999999-kept"]).flatMap { end in
      ["/tmp", "/dev/shm"].map { "\($0)/tty-graphics-protocol-filmstrip-\(end)" }
    }
    defer { for name in names { unlink(name) } }
    for name in names { close(open(name, O_CREAT | O_WRONLY, 0o600)) }
    HandedBytes.removeLeftovers()
    #expect(names.filter { access($0, F_OK) != 0 } == Array(names.prefix(2)))
    #expect(!own.isTaken)
  }

  @Test func `bytes that the terminal has read are forgotten with the next frame`() throws {
    guard case .kitty(let pixels) = Self.picture.payload else { return }
    var handover = PixelHandover()
    handover.medium = .temporaryFile
    let handed = (1...2).map { handover.hand(pixels, of: $0) }
    let names = try handed.map { try #require($0).name }
    #expect(HandedReader.takeFile(names[0])?.count == pixels.rgbBytes)
    handover.beginFrame()
    #expect(!handover.isUnread(1) && handover.isUnread(2) && !HandedReader.isRemoved(names[1]))
    handover.release(2)
    #expect(!handover.isUnread(2) && HandedReader.isRemoved(names[1]))
  }

  @Test func `where there is no room to hand pixels over, they are sent in parts like others`() {
    var surface = Surface(size: Self.picture.size)
    surface.draw(.graphic(Self.picture), in: surface.bounds, clip: surface.bounds)
    let store = GraphicStore(
      GraphicHoldings(firstName: 0x100, quotaBytes: 1 << 24), writer: KittyWriter(isWrapped: false),
      handover: PixelHandover { _, _ in nil })
    let layer = KittyLayer(store: store)
    layer.medium = .sharedMemory
    var bytes = ByteBuffer()
    let cells = layer.prepare(
      surface, limit: FrameLimit(bytes: 9000, focus: CellPoint(column: 0, row: 0)), into: &bytes)
    #expect(layer.medium == nil && layer.handedBytes == 0)
    #expect(bytes.count == 0, "half of a frame has no room for a part")
    #expect(cells.cells.allSatisfy { !$0.isGraphic })
    #expect(
      !layer.finish(
        limit: FrameLimit(bytes: 9000, focus: CellPoint(column: 0, row: 0)), into: &bytes))
    #expect((1...9000).contains(bytes.count))
  }
}
