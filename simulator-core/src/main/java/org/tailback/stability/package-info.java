/**
 * Stability of the published types. A type that is marked neither {@link org.tailback.stability.Beta} nor {@link
 * org.tailback.stability.Internal}, itself or by its package, keeps every signature for at least one release as {@link
 * Deprecated}; the build compares them.
 */
@NullMarked
package org.tailback.stability;

import org.jspecify.annotations.NullMarked;
