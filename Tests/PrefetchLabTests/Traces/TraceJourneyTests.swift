import GalleryCore
import Raster
import Testing

@testable import PrefetchLab

/// Played by the gallery, the traces lead where their names say.
@Suite struct TraceJourneyTests {
  private static let seeds = 1...10 as ClosedRange<UInt64>

  private func journey(_ name: String, seed: UInt64) throws -> TraceJourney {
    let library = try ScrollTrace.library(seed: seed)
    return TraceJourney(try #require(library.first { $0.name == name }))
  }

  @Test(arguments: seeds)
  func `every trace shows more than its first screen, and none runs out of items`(
    seed: UInt64
  ) throws {
    for trace in try ScrollTrace.library(seed: seed) {
      let journey = TraceJourney(trace)
      #expect(journey.seen.count >= 20, "\(trace.name)")
      let last = ScrollTrace.itemCount - 1
      if !["home-end", "mixed-session", "random-seek"].contains(trace.name) {
        #expect(!journey.seen.contains(last), "\(trace.name)")
      }
    }
  }

  @Test(arguments: seeds)
  func `a held arrow passes twenty lines a second for three seconds`(seed: UInt64) throws {
    let places = try journey("held-arrow", seed: seed).places
    let fastest = places.indices.map { first in
      let end = places[first].at + .seconds(3)
      let last = places[first...].last { $0.at <= end } ?? places[first]
      return last.selection - places[first].selection
    }
    #expect(try #require(fastest.max()) >= 60)
  }

  @Test(arguments: seeds)
  func `pages of the grid are nine items`(seed: UInt64) throws {
    let places = try journey("page-by-page", seed: seed).places
    for (place, before) in zip(places.dropFirst(), places) {
      let step = place.event == .key(.pageDown) ? 9 : -9
      #expect(place.selection - before.selection == step)
    }
  }

  @Test(arguments: seeds)
  func `flings of the wheel slow down`(seed: UInt64) throws {
    let places = try journey("fling-and-stop", seed: seed).places
    let wheel = places.prefix { $0.event == .key(.wheel(1)) }
    #expect(wheel.count >= 20)
    #expect(try #require(wheel.last).offset >= 3 * (wheel.count - 1))
    let gaps = zip(wheel.dropFirst(), wheel).map { $0.at - $1.at }
    let (first, last) = (try #require(gaps.first), try #require(gaps.last))
    #expect(last > first * 3)
  }

  @Test(arguments: seeds)
  func `each reversal comes from further down than the one before`(seed: UInt64) throws {
    let places = try journey("reversal", seed: seed).places
    let turns = zip(places.dropFirst(), places).filter {
      $0.event == .key(.up) && $1.event == .key(.down)
    }.map(\.1.selection)
    #expect(turns.count >= 9)
    #expect(zip(turns.dropFirst(), turns).allSatisfy { $0 > $1 + 10 })
  }

  @Test(arguments: seeds)
  func `both ends are reached`(seed: UInt64) throws {
    for place in try journey("home-end", seed: seed).places {
      if place.event == .key(.home) { #expect(place.offset == 0) }
      if place.event == .key(.end) { #expect(place.selection == ScrollTrace.itemCount - 1) }
    }
  }

  @Test(arguments: seeds)
  func `a seek leads to the number that was typed`(seed: UInt64) throws {
    var typed = ""
    for place in try journey("random-seek", seed: seed).places {
      switch place.event {
      case .key(.character(":")): typed = ""
      case .key(.character(let digit)): typed.append(digit)
      case .key(.enter): #expect(place.selection + 1 == Int(typed))
      default: break
      }
    }
  }

  @Test func `the mixed session finds what it searches, jumps and sees both ends`() throws {
    let selections = try journey("mixed-session", seed: 1).places.map(\.selection)
    for item in [1_204, 399, 0, ScrollTrace.itemCount - 1] { #expect(selections.contains(item)) }
  }
}
