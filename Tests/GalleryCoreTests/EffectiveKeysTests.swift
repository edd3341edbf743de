import GalleryItems
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// Keys that the person has bound.
@Suite struct EffectiveKeysTests {
  private static let keys = EffectiveKeys([
    .init(.character("x"), .leave, name: "quit"), .init(.character("q"), nil, name: ""),
    .init(.character("j"), .move(.pages(1)), name: "page-down"),
    .init(.other("F5"), .changeOverlay(.level(.full)), name: ":overlay full"),
  ])

  @Test func `each command of the table has one name, which no other has`() {
    let commands = Set(KeyBindings.groups.flatMap(\.lines).flatMap(\.bindings).map(\.command))
    #expect(Set(Command.names.map(\.command)) == commands)
    #expect(Set(Command.names.map(\.name)).count == commands.count)
    for (name, command) in Command.names {
      #expect(Command.named(name) == command && command.name == name)
    }
  }

  @Test func `an own key has its command, and the others have ours`() {
    #expect(Self.keys.command(for: .character("x")) == .leave)
    #expect(Self.keys.command(for: .character("q")) == nil)
    #expect(Self.keys.command(for: .character("j")) == .move(.pages(1)))
    #expect(Self.keys.command(for: .character("k")) == .move(.lines(-1)))
    #expect(Self.keys.command(for: .wheel(1)) != nil)
    #expect(Set(Self.keys.keys(for: [.leave])) == [.character("x")])
    #expect(EffectiveKeys().groups == KeyBindings.groups)
  }

  @Test func `the help screen lists the keys in force`() {
    let groups = Self.keys.groups
    func keys(_ does: String) -> String? {
      groups.flatMap(\.lines).first { $0.does == does }?.keys
    }
    #expect(groups[0].title == "Your own" && groups[0].lines.map(\.keys) == ["F5"])
    #expect(groups[0].lines.map(\.does) == [":overlay full"])
    #expect(keys("quit") == "Ctrl-C  x")
    #expect(keys("move up or down by one line") == "↑ ↓  k")
    #expect(keys("move by a screenful") == "PgUp PgDn  b f  j")
    #expect(keys("open the selected picture") == "Enter")
    let bare = EffectiveKeys([.init(.enter, nil, name: "")])
    #expect(!bare.groups.flatMap(\.lines).contains { $0.does == "open the selected picture" })
  }

  @Test func `the gallery obeys own keys, on the help screen too`() {
    var gallery = Gallery(
      source: FoodSource(count: 9), screen: CellSize(columns: 60, rows: 20),
      configuration: GalleryConfiguration(keys: Self.keys))
    #expect(
      gallery.update([.key(.character("q"))], at: .zero).allSatisfy {
        $0 != .session(.leave(status: 0))
      })
    #expect(
      gallery.update([.key(.character("x"))], at: .zero).contains(.session(.leave(status: 0))))
    _ = gallery.update([.key(.character("?"))], at: .zero)
    #expect(gallery.screen == .help)
    _ = gallery.update([.key(.character("x"))], at: .zero)
    #expect(gallery.screen == .tiles)
  }

  @Test func `an own color replaces the theme's on every background`() {
    let red = Color(rawValue: 0xFF_0000)
    for paper in [Paper.dark, .light] {
      let theme = Rendition(paper: paper).theme(OwnColors(), [.accent: red])
      #expect(theme.accent == red && theme[.accent] == red)
      #expect(theme.bar == Rendition(paper: paper).theme().bar)
    }
  }
}
