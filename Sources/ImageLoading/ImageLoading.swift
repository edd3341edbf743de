// Replaced by the step that builds ImageLoading.
