/**
 * Message costs: the time of one uncontended message.
 *
 * <p>A cost determines the overheads, latency, gap and protocol of a message from its size. The gap determines the
 * injection rate: the highest rate of the message, which the network can only reduce. Each class comment states the
 * equations of its cost: Hockney, LogGP, LogGPS, PlogP, SMPI. A provider makes a cost from the {@code cost} section of
 * a platform file.
 */
@Beta
@NullMarked
package org.tailback.model.cost;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
