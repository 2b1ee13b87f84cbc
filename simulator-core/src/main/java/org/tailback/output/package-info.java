/**
 * Conversion of results to JSON and CSV: one field for every component of a record, under its name and in its position.
 * The annotations of this package define the exceptions. Results do not depend on their writers.
 */
@Internal
@NullMarked
package org.tailback.output;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
