/**
 * The cost of an uncontended message in seconds, as a function of its size.
 *
 * <p>A {@link org.tailback.cost.MessageCost} defines, by size in bytes, the gap (seconds in the network), the latency,
 * and the overheads, the protocol and the interface gap at the ranks. A message's injection rate is {@code wireBytes /
 * gap}; the capacity of links belongs to the sharing model, and the lower of the two limits the message. A minimal
 * cost:
 *
 * <pre>{@code
 * record Hockney(double latency, double bandwidth) implements MessageCost {
 *     public String name() { return "my-hockney"; }
 *     public double gap(long bytes) { return bytes / bandwidth; }
 *     public double latency(long bytes) { return latency; }
 * }
 * }</pre>
 *
 * <p>Contract: immutable and thread-safe; seconds finite and not negative, and not decreasing in the message size.
 * {@link org.tailback.cost.Protocol} determines the start of a message and the instant at which its sender continues.
 * Tests inherit {@code MessageCostContract}.
 */
@NullMarked
package org.tailback.cost;

import org.jspecify.annotations.NullMarked;
