import DiskCache
import FoundationEssentials

/// Which bytes are wanted, and under which condition.
public struct DataRequest: Hashable, Sendable {
  /// What makes a server send less than everything.
  public enum Condition: Hashable, Sendable {
    /// The whole body.
    case none
    /// The body, if it is no longer the version that has these; otherwise 304 (RFC 9110, 13.1).
    case unlessMatching(Validators)
    /// The body from this offset on, if it is still this version; otherwise all of it (RFC 9110,
    /// 13.1.5 and 14.2). The validator is a strong one.
    case from(offset: Int, ifMatching: Validators)
  }

  public var url: URL
  /// Its `maxBytes` bound what comes now, together with the offset; its `timeout` is to be kept.
  public var limits: ImageLimits
  public var condition: Condition
  /// Header fields of the caller's own, to be sent to the origin (scheme, host and port) of `url` and to no other.
  ///
  /// None by default. The pipeline has checked them. They may be secrets, which nobody writes down.
  public var headers: [String: String] {
    get { ownHeaders.fields }
    set { ownHeaders = RequestHeaders(newValue) }
  }
  private(set) var ownHeaders: RequestHeaders

  public init(
    url: URL, limits: ImageLimits = ImageLimits(), condition: Condition = .none,
    headers: [String: String] = [:]
  ) {
    self.url = url
    self.limits = limits
    self.condition = condition
    ownHeaders = RequestHeaders(headers)
  }

  var address: PictureAddress { PictureAddress(url: url, headers: ownHeaders) }
}
