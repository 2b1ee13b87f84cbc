/**
 * Message costs: the time of one message by itself.
 *
 * <p>A cost gives a message its overheads, latency, gap and protocol from its size. The gap determines the injection
 * rate, the highest rate of the message; the network can only slow it. Each class comment states the equations of its
 * cost: Hockney, LogGP, LogGPS, PlogP, SMPI. A provider makes a cost from the {@code cost} section of a platform file.
 */
@Beta
@NullMarked
package org.tailback.model.cost;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
