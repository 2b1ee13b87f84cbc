/**
 * The machine on which programs run: nodes, bandwidth-sharing model, message cost, losses, intra-node path and
 * placement rule.
 *
 * <p>{@link org.tailback.platform.Platform} is immutable and can be used by any number of runs at once. Readers of
 * platform files create one; {@code toBuilder()} changes individual parts:
 *
 * <pre>{@code
 * Platform slower = platform.toBuilder().computeScale(2).build();
 * }</pre>
 */
@NullMarked
package org.tailback.platform;

import org.jspecify.annotations.NullMarked;
