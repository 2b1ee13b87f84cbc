/**
 * How the models of bandwidth sharing keep rates up to date: what a start or an end reaches is solved again from nothing, in
 * doubles, and nothing else is touched.
 *
 * <ul>
 *   <li>{@link org.tailback.model.sharing.reach.Batches}: equal messages are one batch, solved once however many they are.
 *   <li>{@link org.tailback.model.sharing.reach.Crossings}: which batches cross which links.
 *   <li>{@link org.tailback.model.sharing.reach.ConnectedPart}: the links and batches that a change can reach.
 *   <li>{@link org.tailback.model.sharing.reach.BatchRates}: what the network has to be told, with one clock for each large batch.
 * </ul>
 *
 * Internal: for this library's own models, free to change.
 */
@Internal
package org.tailback.model.sharing.reach;

import org.tailback.stability.Internal;
