/**
 * How results become JSON and CSV: a field for every component of a record, under its name and in its place. The
 * annotations of this package define the differences. Results do not depend on their writers.
 */
@Internal
@NullMarked
package org.tailback.output;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
