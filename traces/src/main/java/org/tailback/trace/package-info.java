/**
 * Real traces of message-passing programs: recognising their format, reading them operation by operation, summing them up.
 * Formats are found as services of type {@link org.tailback.trace.TraceReader}; each has a package below.
 */
package org.tailback.trace;
