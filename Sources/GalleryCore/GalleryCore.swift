// Replaced by the step that builds GalleryCore.
