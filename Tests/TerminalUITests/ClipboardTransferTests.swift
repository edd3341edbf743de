import Foundation
import Raster
import Testing

@testable import TerminalUI

/// Pictures for the clipboard go in packets with frames, and only their own answer ends them.
@Suite struct ClipboardTransferTests {
  private static let picture = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  private func transfer(_ bytes: [UInt8] = picture) -> ClipboardTransfer {
    ClipboardTransfer(bytes, type: "image/jpeg", id: "a1")
  }

  /// The parts, each at most a limit.
  private func parts(_ transfer: inout ClipboardTransfer, atMost limit: Int) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    while !transfer.isSent { parts.append(transfer.nextPart(atMost: limit)) }
    return parts
  }

  /// The packets of parts, without their brackets.
  private func packets(_ parts: [[UInt8]]) throws -> [String] {
    let text = String(decoding: parts.joined(), as: UTF8.self)
    let packets = text.components(separatedBy: "\u{1B}\\")
    #expect(packets.last == "", "the last packet has an end")
    return try packets.dropLast().map {
      try #require($0.hasPrefix("\u{1B}]5522;type="))
      return String($0.dropFirst(12))
    }
  }

  private func bytes(of packet: String) throws -> Data {
    let header = "wdata:mime=aW1hZ2UvanBlZw==;"
    try #require(packet.hasPrefix(header))
    return try #require(Data(base64Encoded: String(packet.dropFirst(header.count))))
  }

  @Test(arguments: [1_024, 5_000, 20_000, 128 << 10, .max])
  func `the packets of all parts have the picture's bytes, in parts within the limit`(limit: Int)
    throws
  {
    var transfer = transfer()
    let parts = parts(&transfer, atMost: limit)
    #expect(parts.allSatisfy { $0.count <= min(limit, 128 << 10) })
    let packets = try packets(parts)
    #expect(packets.first == "write:id=a1" && packets.last == "wdata")
    let data = try packets.dropFirst().dropLast().map(bytes)
    #expect(data.allSatisfy { (1...4_096).contains($0.count) })
    #expect(data.dropLast().allSatisfy { $0.count % 3 == 0 }, "only the last one is padded")
    #expect(Array(data.joined()) == Self.picture)
    #expect(transfer.nextPart(atMost: limit).isEmpty)
  }

  @Test(arguments: [1, 2, 3, 4_095, 4_096]) func `any number of bytes is sent`(count: Int) throws {
    var transfer = transfer(Array(Self.picture.prefix(count)))
    let packets = try packets(parts(&transfer, atMost: 0))
    #expect(try Array(packets.dropFirst().dropLast().map(bytes).joined()).count == count)
  }

  private func end(_ transfer: ClipboardTransfer, _ status: String, id: String = "a1")
    -> ClipboardTransfer.End?
  {
    transfer.end(by: ClipboardAnswer(id: id, status: status))
  }

  @Test func `only the answer of the transfer ends it, and a success only after the last part`() {
    var transfer = transfer()
    #expect(end(transfer, "DONE") == nil && end(transfer, "EPERM") == nil, "nothing was sent")
    _ = transfer.nextPart(atMost: 5_000)
    #expect(end(transfer, "DONE") == nil)
    #expect(end(transfer, "EPERM") == .isRefused(.isForbidden))
    #expect(end(transfer, "EPERM", id: "a2") == nil && end(transfer, "EPERM", id: "") == nil)
    _ = parts(&transfer, atMost: .max)
    #expect(end(transfer, "DONE") == .isCopied && end(transfer, "DONE", id: "a2") == nil)
    #expect(end(transfer, "OK") == nil && end(transfer, "") == nil)
    #expect(end(transfer, "EBUSY") == .isRefused(.isBusy))
    #expect(end(transfer, "ENOSYS") == .isRefused(.isMissing))
    #expect(end(transfer, "EIO") == .isRefused(.isBroken))
    #expect(end(transfer, "ENEW") == .isRefused(.isBroken))
  }

  @Test func `a new transfer without an end cancels one`() {
    let cancellation = String(decoding: ClipboardTransfer.cancellation, as: UTF8.self)
    #expect(cancellation == "\u{1B}]5522;type=write\u{1B}\\")
  }

  @Test(arguments: [
    ("kitty(0.26.5)", nil, false), ("kitty(0.27.0)", nil, true), ("kitty(0.41.1)", 0, true),
    ("kitty(0.44.1)", 2, true), ("kitty", nil, false), ("unheard-of 9.9", 1, true),
    ("unheard-of 9.9", 3, true), ("unheard-of 9.9", 4, false), ("XTerm(398)", 0, false),
  ])
  func `pictures are for a clipboard that its mode or its version announces, and not in tmux`(
    version: String, setting: Int?, takes: Bool
  ) {
    for environment in [[:], ["TMUX": "x", "TERM": "tmux-256color"]] {
      var identity = TerminalIdentity(
        window: WindowSize(cells: CellSize(columns: 80, rows: 24)), isUTF8: true,
        environment: { environment[$0] })
      identity.receive(.version(version))
      if let setting { identity.receive(.mode(5522, setting: setting)) }
      identity.receive(.attributes([62]))
      #expect(identity.takesPictures == (takes && environment.isEmpty))
    }
  }
}
