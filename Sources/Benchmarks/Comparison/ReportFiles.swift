import Foundation
import GalleryApp

/// The reason why there is nothing to compare, as a sentence.
package struct ComparisonError: Error, CustomStringConvertible {
  package let description: String
}

/// Reads the reports of a program's runs.
enum ReportFiles {
  static let mostBytes = 4 << 20

  /// The report in a file, or those in a folder's files whose names end in `.json`.
  static func read(_ path: String) throws(ComparisonError) -> [ReportFigures] {
    var reports: [ReportFigures] = []
    for file in try files(at: path) {
      reports.append(try report(Data(try text(of: file).utf8), of: file))
    }
    return reports
  }

  /// The figures of a report.
  static func report(
    _ bytes: Data, of origin: String
  ) throws(ComparisonError) -> ReportFigures {
    do {
      return try JSONDecoder().decode(ReportFigures.self, from: bytes)
    } catch {
      throw ComparisonError(description: "\(origin): not a report of version 1 or 2")
    }
  }

  private static func text(of file: String) throws(ComparisonError) -> String {
    do throws(TextFile.Fault) {
      return try TextFile.read(file, atMost: mostBytes)
    } catch {
      throw ComparisonError(description: "\(file): \(error)")
    }
  }

  private static func files(at path: String) throws(ComparisonError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return [path]
    }
    let reports = names.filter { $0.hasSuffix(".json") }.sorted()
    guard !reports.isEmpty else {
      throw ComparisonError(description: "\(path): no file's name ends in .json")
    }
    return reports.map { "\(path)/\($0)" }
  }
}
