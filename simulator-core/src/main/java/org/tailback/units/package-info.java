/**
 * Parsing and formatting of quantities with units.
 *
 * <p>Inside the library, numbers are in seconds, bytes, bytes per second and flop per second. {@link
 * org.tailback.units.Quantity} parses {@code 50us}, {@code 64KiB} or {@code 10Gbit/s}. {@link
 * org.tailback.units.Readable} formats numbers for reports, and {@link org.tailback.units.ValueList} parses lists and
 * ranges in options.
 */
@Internal
@NullMarked
package org.tailback.units;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
