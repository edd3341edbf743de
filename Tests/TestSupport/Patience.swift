/// How long a test waits for what must come.
///
/// So long that on the busiest machine only what never comes is not there by then: nobody waits for it to pass.
package let patience = Duration.seconds(50)
