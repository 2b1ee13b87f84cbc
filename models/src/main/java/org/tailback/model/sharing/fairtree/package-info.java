/**
 * Fair shares on a binary tree, after PlogPT (Nomura, Matsuba, Ishikawa).
 *
 * <p>Nodes are the leaves of a perfect binary tree. A message has the smallest share, b(h) / messages, of the edges on
 * its path, counted for each direction. Bandwidth that a message cannot use is not redistributed.
 * {@link org.tailback.model.sharing.fairtree.FairTree} states the equations.
 */
@Beta
package org.tailback.model.sharing.fairtree;

import org.tailback.stability.Beta;
