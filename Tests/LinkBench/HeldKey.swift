/// A key, and what of the gallery it moves.
struct HeldKey {
  let name: String
  /// The bytes that a terminal sends for it.
  let sequence: String
  /// As the program's option `--layout` has it.
  let layout: String
}
