/**
 * A model as a function of the connected part of the messages in flight.
 *
 * <ul>
 *   <li>{@link org.tailback.sharing.part.PartSharing}: the base class of such a model's state. It says which links a
 *       message crosses, and solves a part.
 *   <li>{@link org.tailback.sharing.part.Part}: batches of equal messages, and links, that a change can reach.
 *   <li>{@link org.tailback.sharing.part.Crossings}, {@link org.tailback.sharing.part.DenseSet}: the batches on each
 *       link and the links of each batch; a set of small numbers.
 *   <li>{@link org.tailback.sharing.part.SolvedParts}: what was solved before, for models that take long.
 *   <li>{@link org.tailback.sharing.part.Batches}: which messages are one batch; {@link
 *       org.tailback.sharing.part.ByMessage} shows a state of batches message by message.
 * </ul>
 */
@Beta
package org.tailback.sharing.part;

import org.tailback.stability.Beta;
