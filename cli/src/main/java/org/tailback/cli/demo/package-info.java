/** {@code tailback demo}: the first example. */
@Internal
@NullMarked
package org.tailback.cli.demo;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
