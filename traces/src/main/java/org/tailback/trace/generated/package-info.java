/** Generated programs and schedules in the place of a trace: named by a text, made while they run, never held. */
@org.jspecify.annotations.NullMarked
package org.tailback.trace.generated;
