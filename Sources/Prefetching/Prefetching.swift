// Replaced by the step that builds Prefetching.
