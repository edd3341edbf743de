import ArgumentParser
import Prefetching

/// A policy as the command line names it.
enum PolicyChoice: String, ExpressibleByArgument, CaseIterable {
  case off, `static`, adaptive

  var policy: any PrefetchPolicy {
    switch self {
    case .off: OffPolicy()
    case .static: StaticPolicy()
    case .adaptive: AdaptivePolicy()
    }
  }
}
