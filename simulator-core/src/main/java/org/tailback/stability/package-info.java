/**
 * Stability of the published types. A type is stable if neither the type nor its package is annotated with {@link
 * org.tailback.stability.Beta} or {@link org.tailback.stability.Internal}. Every signature of a stable type remains for
 * at least one release as {@link Deprecated} before it is removed; the build compares the signatures.
 */
@NullMarked
package org.tailback.stability;

import org.jspecify.annotations.NullMarked;
