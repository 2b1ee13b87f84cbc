/**
 * The mechanism by which models keep rates up to date: a start or an end reaches a part of the messages, and only that
 * part is solved again, from nothing, in doubles.
 *
 * <ul>
 *   <li>{@link Batches}: equal messages are one batch, solved once.
 *   <li>{@link Crossings}: the batches on each link and the links of each batch.
 *   <li>{@link ConnectedPart}: the links that a change can reach.
 *   <li>{@link BatchRates}: the rates, with one clock of the network for each large bottleneck.
 *   <li>{@link BatchedSharing}: the base class that combines these.
 * </ul>
 */
@Internal
package org.tailback.model.sharing.reach;

import org.tailback.stability.Internal;
