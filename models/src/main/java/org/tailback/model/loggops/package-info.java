/**
 * The LogGOPS model for whole schedules: overheads of CPUs, gaps of NICs, eager and rendezvous messages, without
 * contention inside the network.
 *
 * <p>{@link org.tailback.model.loggops.LogGopsSimulation} documents the rules and is the entry point; its times equal
 * LogGOPSim's to the nanosecond. {@link org.tailback.model.loggops.LogGopsReplay} converts the times to a replay's
 * result. {@link org.tailback.model.loggops.LogGopsCost} makes the overheads, gaps and latency available to replays
 * with contention. The central class is {@code LogGopsEngine}: one event queue, queues for busy CPUs and NICs, and a
 * queue of unmatched messages.
 */
@Beta
@NullMarked
package org.tailback.model.loggops;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
