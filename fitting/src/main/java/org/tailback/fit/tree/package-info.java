/**
 * The tree of PlogPT: bandwidths b(h), delays d(h) and the tolerances of its loss model, from exchanges between pairs
 * of nodes.
 *
 * <p>Pairs at height h exchange messages at the same time; the gap at each height shows where the tree is narrow. The
 * method works on any network with many nodes that can be measured.
 */
@Beta
package org.tailback.fit.tree;

import org.tailback.stability.Beta;
