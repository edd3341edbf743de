import DecodingTestSupport
import Foundation
import Glibc
import Raster
import Synchronization
import TestSupport
import Testing
import ThumbnailStore

@testable import LocalPictures

/// The identity and the distance of a file, by the file system that it is on.
struct FileSystemsTests {
  private let folder: TemporaryFolder
  private let urls: [URL]

  init() throws {
    folder = try TemporaryFolder()
    urls = try ["a", "b", "c"].map { [folder] in try folder.file($0, [1, 2, 3]) }
  }

  private func inode(_ url: URL) throws -> UInt64 {
    var status = stat()
    try #require(stat(url.path, &status) == 0)
    return UInt64(status.st_ino)
  }

  @Test(arguments: [0x4D44, 0x2011_BAB0, 0x6573_5546, 0x0102_1997])
  func `where numbers last for one mount, the path names a file`(kind: Int) throws {
    let fileSystems = FileSystems { _ in kind }
    let files = try urls.map { try #require(fileSystems.identity(of: FilePath($0))) }
    #expect(Set(files.map(\.inode)).count == 3)
    for (url, file) in zip(urls, files) { #expect(try inode(url) != file.inode) }
    // As after the next mount: another number, the same path.
    let other = folder.url.appendingPathComponent("other")
    try FileManager.default.copyItem(at: urls[0], to: other)
    #expect(rename(other.path, urls[0].path) == 0)
    #expect(try fileSystems.identity(of: FilePath(urls[0]))?.inode == files[0].inode)
  }

  @Test func `a file without a name has no identity`() throws {
    let file = open(urls[0].path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let path = try FilePath(URL(fileURLWithPath: "/proc/self/fd/\(file)"))
    #expect(FileSystems().identity(of: path) != nil)
    unlink(urls[0].path)
    #expect(FileSystems().identity(of: path) == nil)
  }

  @Test func `elsewhere its number does, and each device is asked about once`() throws {
    let asked = Atomic(0)
    let fileSystems = FileSystems { _ in
      asked.add(1, ordering: .relaxed)
      return 0xEF53
    }
    for url in urls {
      #expect(try fileSystems.identity(of: FilePath(url))?.inode == inode(url))
    }
    #expect(asked.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: [
    (0x6969, true), (0xFF53_4D42, true), (0xFE53_4D42, true), (0x6573_5546, true),
    (0x0102_1997, true),
    (0xEF53, false), (0x0102_1994, false), (0x4D44, false),
  ])
  func `NFS, SMB, FUSE and 9P are distant, and neither ext4, tmpfs nor FAT is`(
    kind: Int, isDistant: Bool
  ) throws {
    let fileSystems = FileSystems { _ in kind }
    #expect(!fileSystems.isDistant(device: 7))
    #expect(try fileSystems.isDistant(FilePath(urls[0]), onDevice: 7) == isDistant)
    #expect(fileSystems.isDistant(device: 7) == isDistant)
  }

  @Test func `the system tells the kind of a file system`() throws {
    // PROC_SUPER_MAGIC; see proc(5).
    #expect(try FilePath(URL(fileURLWithPath: "/proc/self/stat")).fileSystem() == 0x9FA0)
    #expect(try FilePath(URL(fileURLWithPath: "/no/such")).fileSystem() == nil)
  }
}
