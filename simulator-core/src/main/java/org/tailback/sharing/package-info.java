/**
 * The interface of contention models: the sharing of the network among messages between nodes.
 *
 * <p>A {@link org.tailback.sharing.SharingModel} is an immutable model with its parameters. Its method {@code on}
 * creates the {@link org.tailback.sharing.BandwidthSharing} of one network, which is mutable and used by one thread.
 * The engine calls it in a fixed order at every instant in which something changes:
 *
 * <pre>{@code
 * sharing.flowEnded(3);                       // all ends of the instant
 * sharing.flowStarted(4, 0, 1, injectionRate);    // then all starts; flowResized if flows are batches
 * sharing.recompute((flow, rate) -> ...);        // once: the rates that changed
 * }</pre>
 *
 * <p>Contract: a rate is work per second, finite and above 0; no flow exceeds its injection rate; the order of reports
 * depends on the flows only. {@link org.tailback.sharing.AdjustableCapacity} is the interface for links whose capacity
 * changes. {@code PartSharing} is the base class of models whose rates follow a formula. Start with {@code
 * BandwidthSharing}; the tests of an implementation inherit {@code BandwidthSharingContract}.
 */
@NullMarked
package org.tailback.sharing;

import org.jspecify.annotations.NullMarked;
