/** Tokens of mixture-of-experts layers on their way to experts and back. */
@NullMarked
package org.tailback.experts;

import org.jspecify.annotations.NullMarked;
