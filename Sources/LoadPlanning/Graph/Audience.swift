import ImageRequests

/// The members that wait for a piece of work; its urgency is the highest of theirs.
///
/// Members join, leave and change their urgency at any time.
///
/// - Complexity: O(1), except when the most urgent member leaves or becomes less urgent: O(members).
struct Audience<Member: Hashable> {
  private var urgencies: [Member: Urgency] = [:]

  /// The highest urgency of the members; without members, the last one.
  private(set) var urgency = Urgency(.veryLow)

  var members: Dictionary<Member, Urgency>.Keys { urgencies.keys }
  var isEmpty: Bool { urgencies.isEmpty }

  /// Whether `member` is the only member.
  func consists(of member: Member) -> Bool { urgencies.count == 1 && contains(member) }

  func contains(_ member: Member) -> Bool { urgencies[member] != nil }

  /// Adds a member, or changes its urgency.
  mutating func set(_ urgency: Urgency, for member: Member) {
    let isFirst = urgencies.isEmpty
    let earlier = urgencies.updateValue(urgency, forKey: member)
    if isFirst || urgency >= self.urgency {
      self.urgency = urgency
    } else if earlier == self.urgency {
      findMostUrgent()
    }
  }

  /// Removes a member; returns whether it was present.
  @discardableResult
  mutating func remove(_ member: Member) -> Bool {
    guard let earlier = urgencies.removeValue(forKey: member) else { return false }
    if earlier == urgency { findMostUrgent() }
    return true
  }

  /// Sets the urgency of work that continues without members.
  mutating func rest(at urgency: Urgency) {
    if urgencies.isEmpty { self.urgency = urgency }
  }

  /// Finds the highest urgency: usually another member is as urgent as the one that left.
  private mutating func findMostUrgent() {
    if urgencies.values.contains(urgency) { return }
    if let highest = urgencies.values.max() { urgency = highest }
  }
}

extension Audience: Sendable where Member: Sendable {}
