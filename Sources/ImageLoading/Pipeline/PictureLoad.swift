/// One picture on its way, and the tasks that wait for it.
struct PictureLoad: Sendable {
  let id: LoadID
  var audience = Audience<ImageTask>()
  /// The audience's priority, as far as the work for the picture has been told.
  var priority: ImagePriority
  /// Whether it has its bytes, or needs none from a server.
  var isDecoding = false

  init(id: LoadID, for task: ImageTask) {
    self.id = id
    priority = task.priority
    audience.set(priority, for: task)
  }
}
