import SourceItems

/// The controls of a source for the person.
struct SourceControls {
  /// The folder to sort, if any.
  var folder: (any FolderSorting)?
  /// The paged source, if any.
  var pages: (any PagedSource)?
  /// The source that can sort items by date taken, if any.
  var dates: (any DateSorting)?
}
