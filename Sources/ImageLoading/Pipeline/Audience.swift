/// Who waits for a piece of work, and how urgent that makes it: as urgent as its most urgent member.
///
/// Members come, leave and change their minds; none of that ever lowers the work below what a
/// remaining member asks for.
///
/// - Complexity: O(1) for every call.
struct Audience<Member: Hashable> {
  private var priorities: [Member: ImagePriority] = [:]
  private var counts = Array(repeating: 0, count: ImagePriority.allCases.count)

  var members: Dictionary<Member, ImagePriority>.Keys { priorities.keys }
  var isEmpty: Bool { priorities.isEmpty }

  func contains(_ member: Member) -> Bool { priorities[member] != nil }

  /// The highest of its members' priorities; the lowest there is without members.
  var priority: ImagePriority {
    ImagePriority.allCases.last { counts[$0.rawValue] > 0 } ?? .veryLow
  }

  /// Adds a member, or changes its priority.
  mutating func set(_ priority: ImagePriority, for member: Member) {
    remove(member)
    priorities[member] = priority
    counts[priority.rawValue] += 1
  }

  /// Lets a member go; says whether it was one.
  @discardableResult
  mutating func remove(_ member: Member) -> Bool {
    guard let priority = priorities.removeValue(forKey: member) else { return false }
    counts[priority.rawValue] -= 1
    return true
  }
}

extension Audience: Sendable where Member: Sendable {}
