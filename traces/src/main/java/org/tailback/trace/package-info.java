/**
 * Readers and writers of traces of message-passing programs. {@link org.tailback.trace.Traces#open} recognises the
 * format of a file or folder and opens it as a {@link org.tailback.trace.Trace}, a program that a replay performs
 * operation by operation:
 *
 * <pre>{@code
 * try (Trace trace = Traces.open(Path.of("lulesh.otf2"))) {
 *     System.out.println(TraceSummary.of(trace));
 * }
 * }</pre>
 *
 * <p>Formats are services of type {@link org.tailback.trace.TraceReader} (programs), {@link
 * org.tailback.trace.ScheduleReader} (dependency graphs) and {@link org.tailback.trace.TraceWriter}. Each format has
 * its own subpackage.
 */
@NullMarked
package org.tailback.trace;

import org.jspecify.annotations.NullMarked;
