/// What the body of an answer will be made of, when its time has come.
enum Body {
  case empty
  case sentence(String)
  case picture(PictureRequest)
  case statistics

  func bytes(_ ledger: StatisticsLedger) throws -> [UInt8] {
    switch self {
    case .empty: []
    case .sentence(let text): Array(text.utf8)
    case .picture(let picture): try picture.bytes()
    case .statistics: try ledger.json()
    }
  }
}
