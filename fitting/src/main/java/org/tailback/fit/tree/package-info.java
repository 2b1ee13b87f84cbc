/**
 * The tree of PlogPT: bandwidths b(h), delays d(h) and the tolerances of its loss model, from measurements of pairs.
 */
@Beta
package org.tailback.fit.tree;

import org.tailback.stability.Beta;
