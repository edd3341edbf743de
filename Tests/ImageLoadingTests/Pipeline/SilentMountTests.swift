import DecodingTestSupport
import DiskCache
import Foundation
import LoadingTestSupport
import LocalPictures
import Raster
import TestSupport
import Testing
import ThumbnailStore

@testable import ImageLoading
@testable import LoadPlanning

/// A file whose mount does not answer, among work that has nothing to do with it.
@Suite(.timeLimit(.minutes(1))) struct SilentMountTests {
  private let folder: TemporaryFolder
  private let gate = Gate()
  private let asked = Log<String>()
  private let outcomes = Log<LoadJobs.Outcome>()

  init() throws { folder = try TemporaryFolder() }

  /// Jobs over a mount that does not answer until the gate opens.
  private func jobs() throws -> LoadJobs {
    var configuration = ImagePipeline.Configuration()
    configuration.thumbnailStore = ThumbnailCache(
      folder: folder.url.path + "/thumbnails", limitBytes: 1 << 20)
    configuration.dataCache = DataCache(folder: folder.url.path + "/cache")
    let fileSystems = FileSystems { [gate, asked] _ in
      asked.add("asked")
      gate.pass()
      return nil
    }
    return LoadJobs(configuration, fileSystems: fileSystems)
  }

  /// Orders a picture ahead, and waits until a thread hangs on its file.
  private func hang(_ jobs: inout LoadJobs, _ id: LoadID) async throws {
    let silent = try folder.file("silent.jpg", Fixture("baseline.jpg").bytes)
    let request = ImageRequest(
      url: silent, targetSize: PixelSize(width: 30, height: 30), thumbnails: .ifSufficient)
    jobs.perform(.decode(request, id, nil, Urgency(.low))) { [outcomes] in outcomes.add($0) }
    await eventually("the file is asked for") { asked.count == 1 }
  }

  @Test func `a cached entry is found while a file does not answer`() async throws {
    var jobs = try jobs()
    try await hang(&jobs, 1)
    let wanted = try url("cached.jpg")
    jobs.perform(.lookUp(wanted, 2, Urgency(.low))) { [outcomes] in
      outcomes.add($0)
    }
    await eventually("the entry is looked up") { outcomes.count == 1 }
    guard case .lookedUp? = outcomes.entries.first else {
      Issue.record("the file was waited for")
      return
    }
    gate.open()
    await eventually("the look ends") { outcomes.count == 2 }
  }

  @Test func `an open picture's file is read while another does not answer`() async throws {
    var jobs = try jobs()
    try await hang(&jobs, 1)
    let open = try folder.file("open.jpg", Fixture("baseline.jpg").bytes)
    jobs.perform(.read(open, ImageLimits(), 2, Urgency(.normal))) {
      [outcomes] in outcomes.add($0)
    }
    await eventually("the file is read") { outcomes.count == 1 }
    guard case .read? = outcomes.entries.first else {
      Issue.record("the other file was waited for")
      return
    }
    gate.open()
    await eventually("the look ends") { outcomes.count == 2 }
  }
}
