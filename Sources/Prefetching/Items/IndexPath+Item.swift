// On Apple's platforms UIKit and AppKit add these.
#if !canImport(Darwin)
  import FoundationEssentials

  extension IndexPath {
    /// The index path of an item in a section, both from 0.
    public init(item: Int, section: Int) {
      self = [section, item]
    }

    /// The item within its section.
    ///
    /// - Precondition: the index path has two elements.
    public var item: Int {
      get { self[1] }
      set { self[1] = newValue }
    }

    /// The section that the item is in.
    ///
    /// - Precondition: the index path has two elements.
    public var section: Int {
      get { self[0] }
      set { self[0] = newValue }
    }
  }
#endif
