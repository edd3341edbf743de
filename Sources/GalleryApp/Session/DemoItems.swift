import ImageSources
import PlaceholderServer

/// The demo: rows named "food 0", "food 1" and so on, pictures from the server in this process.
enum DemoItems {
  static func source(server: PlaceholderServer, count: Int, first: Int) -> TemplateSource {
    TemplateSource(
      address: "\(server.baseURL)/{width}x{height}?text=food%20{index}",
      caption: "food {index}", count: count, first: first)
  }
}
