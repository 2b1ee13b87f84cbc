/**
 * {@code tailback models} and {@code tailback formats}: the models, costs and platforms of this installation, including
 * those on the class path, loaded by {@link java.util.ServiceLoader}.
 */
@Internal
@NullMarked
package org.tailback.cli.listing;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
