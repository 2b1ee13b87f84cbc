/** Exchange of the tokens of mixture-of-experts layers with the experts. */
@NullMarked
package org.tailback.experts;

import org.jspecify.annotations.NullMarked;
