import DiskCache
import FoundationEssentials
import ImageRequests
import LoadingTestSupport
import TestSupport
import Testing

@testable import LoadPlanning

@Suite struct ResumeStoreTests {
  private func address(_ path: String, _ headers: [String: String] = [:]) throws -> PictureAddress {
    PictureAddress(url: try url(path), headers: RequestHeaders(headers))
  }

  private func partial(_ count: Int) throws -> PartialDownload {
    try #require(PartialDownload(Data(count: count), of: nil, .whole(nil)))
  }

  @Test func `a removed part is gone`() throws {
    var store = ResumeStore()
    store.insert(try partial(3), for: try address("a"))
    #expect(store.remove(try address("b")) == nil)
    #expect(store.remove(try address("a"))?.bytes.count == 3)
    #expect(store.remove(try address("a")) == nil)
    #expect(store.costBytes == 0)
  }

  @Test func `a later beginning replaces the earlier`() throws {
    var store = ResumeStore()
    store.insert(try partial(3), for: try address("a"))
    store.insert(try partial(5), for: try address("a"))
    #expect(store.count == 1)
    #expect(store.costBytes == 5)
  }

  @Test func `the oldest goes when there are too many bytes`() throws {
    var store = ResumeStore(limitBytes: 100)
    for name in ["a", "b", "c", "d", "e"] { store.insert(try partial(25), for: try address(name)) }
    #expect(store.costBytes == 100)
    #expect(store.remove(try address("a")) == nil)
    #expect(store.remove(try address("b")) != nil)
  }

  @Test func `the oldest goes when there are too many`() throws {
    var store = ResumeStore(limitCount: 2)
    for name in ["a", "b", "c"] { store.insert(try partial(1), for: try address(name)) }
    #expect(store.count == 2)
    #expect(store.remove(try address("a")) == nil)
  }

  @Test func `shown parts are evicted before the oldest`() throws {
    var store = ResumeStore(limitBytes: 100)
    store.insert(try partial(25), for: try address("broken"))
    for name in ["a", "b", "c", "d"] {
      store.insert(try partial(25), for: try address(name), isShown: true)
    }
    #expect(store.remove(try address("a")) == nil)
    for name in ["broken", "b", "d"] { #expect(store.remove(try address(name)) != nil) }
  }

  @Test func `a request for a whole continues what there is, any other does not`() throws {
    var store = ResumeStore()
    store.insert(try partial(3), for: try address("a"))
    let whole = DataRequest(url: try url("a"))
    var question = whole
    question.condition = .unlessMatching(Validators(entityTag: "\"a\""))
    #expect(store.resume(question).request == question)
    #expect(store.resume(whole).request.condition.offset == 3)
    #expect(store.resume(whole).request == whole)
  }

  @Test func `one over a quarter is not kept, and its forerunner neither`() throws {
    var store = ResumeStore(limitBytes: 100)
    store.insert(try partial(25), for: try address("a"))
    store.insert(try partial(26), for: try address("a"))
    #expect(store.count == 0)
  }

  @Test func `a store of nothing keeps nothing`() throws {
    for var store in [ResumeStore(limitBytes: 0), ResumeStore(limitCount: 0)] {
      store.insert(try partial(1), for: try address("a"))
      #expect(store.count == 0)
    }
  }

  @Test func `the limits hold and the sums are right, whatever comes`() throws {
    var random = SeededRandom(seed: 3)
    var store = ResumeStore(limitBytes: 200, limitCount: 6)
    let urls = try (0..<10).map { try address("\($0)") }
    for _ in 0..<2_000 {
      let url = urls[Int.random(in: 0..<10, using: &random)]
      if Bool.random(using: &random) {
        store.insert(try partial(Int.random(in: 1...60, using: &random)), for: url)
      } else {
        _ = store.remove(url)
      }
      #expect(store.costBytes <= 200 && store.count <= 6)
    }
    let rest = urls.compactMap { store.remove($0)?.bytes.count }
    #expect(!rest.isEmpty && store.costBytes == 0 && store.count == 0)
  }

  @Test func `a part requested with other headers is another part`() throws {
    var store = ResumeStore()
    store.insert(try partial(3), for: try address("a", ["Cookie": "me"]))
    #expect(store.remove(try address("a")) == nil)
    #expect(store.remove(try address("a", ["Cookie": "you"])) == nil)
    #expect(store.remove(try address("a", ["Cookie": "me"])) != nil)
  }
}
