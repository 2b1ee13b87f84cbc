/** Programs extrapolated to more ranks than they were recorded on, used as traces. */
@NullMarked
package org.tailback.trace.extrapolated;

import org.jspecify.annotations.NullMarked;
