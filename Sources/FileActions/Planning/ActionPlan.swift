/// An action, ready to be performed: the files, with their new names.
///
/// Nothing has been changed yet.
package struct ActionPlan: Sendable {
  package let kind: ActionKind
  /// The request of the person; nil for a restoration.
  let request: ActionRequest?
  package internal(set) var steps: [ActionStep] = []
  /// The named files that can't be acted on.
  package internal(set) var refusals: [ActionFailure] = []

  init(kind: ActionKind, request: ActionRequest? = nil) {
    self.kind = kind
    self.request = request
  }

  package var pictures: Int { steps.count { !$0.isSidecar } }
  package var sidecars: Int { steps.count { $0.isSidecar } }
  package var bytes: Int64 { steps.reduce(0) { $0 + $1.identity.bytes } }
}

/// The undo of the last action, ready to be performed: the files that it concerns.
package struct UndoPlan: Sendable {
  package let kind: ActionKind
  /// The time of the action in seconds since 1970.
  package let date: Int
  let batch: UInt64
  /// The numbers of the steps to undo, in this order.
  let steps: [Int]
  /// The numbers of the steps that can't be undone.
  let refused: [Int]
  /// The files that can't be brought back, with reasons.
  package let refusals: [ActionFailure]
  package let pictures: Int
  package let bytes: Int64
}
