/**
 * Stability of the published types. A type that is marked neither {@link org.tailback.stability.Beta} nor
 * {@link org.tailback.stability.Internal}, itself or by its package, keeps its signatures within a major version; the
 * build compares them.
 */
@NullMarked
package org.tailback.stability;

import org.jspecify.annotations.NullMarked;
