/**
 * Real traces of message-passing programs: recognising their format, reading them operation by operation, summing them up.
 * Formats are found as services of type {@link org.tailback.trace.TraceReader} (programs) or
 * {@link org.tailback.trace.ScheduleReader} (dependency graphs); each has a package below.
 */
package org.tailback.trace;
