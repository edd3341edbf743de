/// The longest time for which a test waits for a condition.
///
/// It is so long that on the busiest machine only a condition that never holds exceeds it. A test that passes
/// never waits for its end.
package let patience = Duration.seconds(50)
