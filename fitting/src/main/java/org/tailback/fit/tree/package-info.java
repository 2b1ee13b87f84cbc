/**
 * The tree of PlogPT: bandwidths b(h), delays d(h) and the tolerances of its loss model, from measurements of pairs.
 */
@Beta
@NullMarked
package org.tailback.fit.tree;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
