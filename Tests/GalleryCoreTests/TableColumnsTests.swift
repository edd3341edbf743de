import Testing

@testable import GalleryCore

@Suite struct TableColumnsTests {
  private func names(_ width: Int) -> String {
    TableColumns(width: width).columns.map { "\($0.fact) \($0.width)" }.joined(separator: ", ")
  }

  @Test(
    arguments: [
      (8, "name 8"), (32, "name 32"), (33, "name 20, pixels 11"),
      (43, "name 20, pixels 11, size 8"), (55, "name 20, pixels 11, size 8, date 10"),
      (68, "name 24, pixels 11, format 7, size 8, date 10"),
      (88, "name 38, pixels 11, format 7, size 8, date 16"),
      (108, "name 34, pixels 11, format 7, size 8, date 16, camera 22"),
      (188, "name 72, pixels 11, format 7, size 8, date 16, camera 32"),
    ])
  func `facts that have room stand beside the name, the most important first`(
    width: Int, columns: String
  ) {
    #expect(names(width) == columns)
  }

  @Test func `columns neither overlap nor leave the table, and a name keeps 20 columns`() {
    for width in -1...400 {
      let table = TableColumns(width: width)
      #expect(table.columns.first?.fact == .name)
      #expect((table.columns.first?.width ?? 0) >= min(20, max(1, width)))
      var end = -2
      for column in table.columns {
        #expect(column.start == end + 2 && column.width > 0, "\(width)")
        end = column.start + column.width
      }
      #expect(end <= max(1, width))
    }
  }

  @Test func `a wider table has no fewer facts`() {
    var former = 0
    for width in 1...400 {
      let count = TableColumns(width: width).columns.count
      #expect(count >= former, "\(width)")
      former = count
    }
    #expect(former == TableColumns.Fact.allCases.count)
  }
}
