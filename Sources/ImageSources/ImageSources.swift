// Replaced by the step that builds ImageSources.
