/**
 * Head-of-line blocking: rates of packets in first-in, first-out queues with credits.
 *
 * <p>{@link org.tailback.model.sharing.headofline.HeadOfLine} is the model, with its equations and a worked example.
 * The classes in the order in which they process a change of the network, from batches of messages to rates:
 *
 * <pre>
 * HeadOfLine.State     the connected components that a change reaches
 *   NetworkPart          one of these components, as a PacketPart, and its numbers in the network
 *   PartSolver          the rates of the component: cached, or without the hops omitted by Reduction
 *     HeadChain         exactly, where messages wait at one link only
 *     WalkEstimate      otherwise by sampling, until the error is small or the effort is exhausted
 *       PacketWalk      packets, slot by slot: Outlets, PacketQueues, Allowances (injection rates)
 *   RoundExplanation    the explanation of a rate, by a PacketWalk
 * </pre>
 *
 * <p>{@code Symmetry} determines the sources in equal positions, whose rates are averaged.
 */
@Internal
@NullMarked
package org.tailback.model.sharing.headofline;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
