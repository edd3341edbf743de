import Glibc
import Testing

@testable import FolderSources

@Suite struct NetworkMountsTests {
  /// Device 8:17 is an ext4 disk, 0:58 a folder over ssh.
  private let table = """
    36 35 8:17 / /home rw,relatime shared:1 - ext4 /dev/sdb1 rw
    41 36 0:58 / /home/ann/far\\040away rw,nosuid shared:7 - fuse.sshfs ann@host: rw,user_id=1000

    """

  @Test func `A device is on the network if its line names such a file system`() {
    #expect(NetworkMounts.hold(58, in: table))
    #expect(!NetworkMounts.hold(8 << 8 | 17, in: table))
    #expect(!NetworkMounts.hold(59, in: table))
  }

  @Test func `A line that is cut or hostile names no file system`() {
    for line in ["", "41 36 0:58", "41 36 0:58 / / rw -", "41 36 0:58 / / rw - - fuse.sshfs"] {
      #expect(!NetworkMounts.hold(58, in: line), "\(line)")
    }
  }

  @Test func `A file of the kernel is read beyond its first page`() throws {
    let maps = try #require(NetworkMounts.text(of: "/proc/self/maps"))
    #expect(maps.utf8.count > Int(getpagesize()))
    #expect(maps.contains("[stack]"))
  }

  @Test func `A file that is missing has no text`() {
    #expect(NetworkMounts.text(of: "/proc/self/no such file") == nil)
  }
}
