/**
 * {@code tailback models} and {@code tailback formats}: the models, costs and platforms of this installation, including
 * those that {@link java.util.ServiceLoader} finds on the class path.
 */
@Internal
@NullMarked
package org.tailback.cli.listing;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
