/// What a request takes from the caches, and what it makes of a miss.
public enum CachePolicy: Hashable, Sendable {
  /// Memory, then disk, then the source.
  case standard
  /// The source, whatever the caches hold; they keep what comes.
  case reload
  /// Memory, then disk, then `ImageError.notCached`: no transfer, and no file is read.
  case cacheOnly
}
