/** Programs on more ranks than they were recorded on, in the place of traces. */
package org.tailback.trace.extrapolated;
