import Keys
import Prefetching

extension Gallery {
  /// A key while the prompt is open goes into its text.
  mutating func edit(with key: Key) {
    switch key {
    case .character(let character):
      guard let text = prompt?.text, text.count < Prompt.longest else { return }
      prompt?.text.append(character)
    case .backspace:
      if prompt?.text.isEmpty == true { prompt = nil } else { prompt?.text.removeLast() }
    case .enter: submitPrompt()
    case .control("u"): prompt?.text = ""
    case .control("w"): prompt?.removeLastWord()
    case .escape, .control("c"): prompt = nil
    case .control("l"): effects.append(.repaint)
    default: break
    }
  }

  private mutating func submitPrompt() {
    guard let done = prompt else { return }
    prompt = nil
    switch done.kind {
    case .jump: jump(to: done.text)
    case .search:
      guard !done.text.isEmpty else { return }
      lastQuery = done.text
      find(.forward)
    }
  }

  /// Numbers count from 1, as the status line shows them.
  private mutating func jump(to text: String) {
    guard let number = Int(text) else {
      notice = "type the number of a picture, from 1 to \(itemCount)"
      return
    }
    guard itemCount > 0 else { return }
    select(number.clamped(to: 1...itemCount) - 1)
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
