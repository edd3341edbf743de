// Replaced by the step that builds PlaceholderServer.
