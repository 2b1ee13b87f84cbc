/**
 * Head-of-line blocking: packets in queues, first in, first out, with credits; the rates are those of the packets.
 *
 * <p>{@link org.tailback.model.sharing.headofline.HeadOfLine} is the model, with its equations and a worked example. A
 * change of the network takes this path, from batches of messages to rates:
 *
 * <pre>
 * HeadOfLine.State             starts and ends; finds the connected parts that they reach, sets rates
 *   PartAtHand                  one of them, and its numbers in the network; routes: MinimalRoutes
 *     PartBuilder               makes the PacketPart and its PartKey: equal keys have equal rates
 *   PartSolver                  the rates of the part, from the first that applies:
 *     RememberedSolutions       an equal part was solved before
 *     HeadChain                 exactly, where messages wait at one link only
 *     WalkEstimate              else by slots of a walk, until their error is small or the effort is spent
 *       PacketWalk              packets, slot by slot: Outlets, PacketQueues, Allowances (paces and windows)
 *   RoundExplanation            why a message has its rate, by a WalkObservation of a PacketWalk
 * </pre>
 *
 * <p>Around a walk: {@code Reduction} leaves out hops at which no packet competes, {@code Symmetry} finds sources in
 * equal positions, {@code PacketsLeft} begins where packets of earlier walks were, {@code PastWalks} takes the mean
 * with rates of earlier walks, and {@code LinkLoads} lowers rates that exceed the capacity of a link.
 */
@Internal
package org.tailback.model.sharing.headofline;

import org.tailback.stability.Internal;
