import SimulationModels

/// A picture of the demo's album: a landscape in one light, determined by its number.
///
/// It is bold enough to be recognized in 8x8 pixels, and has no letters.
package struct Scene: Hashable, Sendable {
  enum Subject: CaseIterable {
    case lake, sea, dunes, forest, meadow, skyline, aurora, mesa
  }

  /// The numbers of scenes, of which every one is another picture.
  static let numbers = 0...Int(Int32.max)

  package let number: Int
  let subject: Subject
  let light: SceneLight.Name
  /// The place that the caption names.
  private let place: String
  /// The seed of the shapes.
  let seed: UInt64

  /// - Parameter number: a number beyond `numbers` counts as the nearest one.
  package init(number: Int) {
    let number = min(max(Self.numbers.lowerBound, number), Self.numbers.upperBound)
    self.number = number
    seed = SeededGenerator.mixed(UInt64(number))
    var random = SeededGenerator(seed: seed)
    // Each subject comes once in eight pictures, so that neighbors differ.
    let subjects = Subject.allCases
    let order = SeededGenerator.mixed(UInt64(number / subjects.count))
    subject = subjects[(number * 3 + Int(order % 8)) % subjects.count]
    light = subject.lights[Int(random.next() % UInt64(subject.lights.count))]
    place = subject.places[Int(random.next() % UInt64(subject.places.count))]
  }

  /// The text under the picture, such as `Namib, sunset`.
  package var caption: String { "\(place), \(light)" }
}

extension Scene.Subject {
  fileprivate var lights: [SceneLight.Name] {
    self == .aurora ? [.night] : [.dawn, .morning, .morning, .afternoon, .sunset, .sunset, .night]
  }

  fileprivate var places: [String] {
    switch self {
    case .lake:
      [
        "Bled", "Königssee", "Lake Louise", "Wanaka", "Bohinj", "Braies", "Moraine Lake",
        "Oeschinen",
      ]
    case .sea:
      ["Big Sur", "Naxos", "Cape Town", "Sylt", "Zanzibar", "Bali", "Biarritz", "Goa", "Kauaʻi"]
    case .dunes:
      [
        "Namib", "Merzouga", "Maspalomas", "White Sands", "Liwa", "Huacachina",
        "Gobi",
      ]
    case .forest:
      ["Black Forest", "Blue Ridge", "Harz", "Yakushima", "Tatra", "Vosges", "Bieszczady"]
    case .meadow:
      ["Allgäu", "Tuscany", "Palouse", "Moravia", "Wensleydale", "Emmental", "Hulunbuir"]
    case .skyline:
      ["Chicago", "Osaka", "Frankfurt", "São Paulo", "Singapore", "Toronto", "Seoul", "Lagos"]
    case .aurora: ["Lofoten", "Abisko", "Yellowknife", "Reykjanes", "Inari", "Tromsø", "Fairbanks"]
    case .mesa:
      ["Arches", "Wadi Rum", "Sedona", "Canyonlands", "Ennedi", "Petra"]
    }
  }
}
