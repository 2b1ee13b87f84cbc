/** Programs on more ranks than they were recorded on, in the place of traces. */
@NullMarked
package org.tailback.trace.extrapolated;

import org.jspecify.annotations.NullMarked;
