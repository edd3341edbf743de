/// The members that wait for a piece of work, which is as urgent as the most urgent of them.
///
/// Members come, leave and change their minds. No such change lowers the work below what a
/// remaining member asks for.
///
/// - Complexity: O(1), except where the most urgent of many members of different urgency leaves:
///   O(members).
struct Audience<Member: Hashable> {
  private var urgencies: [Member: Urgency] = [:]

  /// The highest urgency of its members; without members, the last one there was.
  private(set) var urgency = Urgency(.veryLow)

  var members: Dictionary<Member, Urgency>.Keys { urgencies.keys }
  var isEmpty: Bool { urgencies.isEmpty }

  /// Whether it has this member and no other.
  func consists(of member: Member) -> Bool { urgencies.count == 1 && contains(member) }

  func contains(_ member: Member) -> Bool { urgencies[member] != nil }

  /// Adds a member, or changes how urgent the work is to it.
  mutating func set(_ urgency: Urgency, for member: Member) {
    let isFirst = urgencies.isEmpty
    let earlier = urgencies.updateValue(urgency, forKey: member)
    if isFirst || urgency >= self.urgency {
      self.urgency = urgency
    } else if earlier == self.urgency {
      findMostUrgent()
    }
  }

  /// Removes a member; returns whether it was one.
  @discardableResult
  mutating func remove(_ member: Member) -> Bool {
    guard let earlier = urgencies.removeValue(forKey: member) else { return false }
    if earlier == urgency { findMostUrgent() }
    return true
  }

  /// Sets the urgency of work that goes on although no member waits for it.
  mutating func rest(at urgency: Urgency) {
    if urgencies.isEmpty { self.urgency = urgency }
  }

  /// Most of the time another member is as urgent as the one that left, and is found at once.
  private mutating func findMostUrgent() {
    if urgencies.values.contains(urgency) { return }
    if let highest = urgencies.values.max() { urgency = highest }
  }
}

extension Audience: Sendable where Member: Sendable {}
