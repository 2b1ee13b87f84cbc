/**
 * The LogGOPS model for whole schedules: overheads of CPUs, gaps of NICs, eager and rendezvous messages, no contention
 * inside the network.
 *
 * <p>{@link org.tailback.model.loggops.LogGopsSimulation} has the rules and is the entry; its times are LogGOPSim's, to
 * the nanosecond. {@link org.tailback.model.loggops.LogGopsReplay} gives them the form of a replay's result, {@link
 * org.tailback.model.loggops.LogGopsCost} is the part of the model that a replay with contention can use. Start reading
 * with {@code LogGopsEngine}: one event queue, waiting lines for busy CPUs and NICs, and a queue of unmatched messages.
 */
@Beta
@NullMarked
package org.tailback.model.loggops;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
