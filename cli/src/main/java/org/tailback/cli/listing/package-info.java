/**
 * {@code tailback models} and {@code tailback formats}: what this installation knows, including what
 * {@link java.util.ServiceLoader} finds on the class path.
 */
@Internal
@NullMarked
package org.tailback.cli.listing;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
