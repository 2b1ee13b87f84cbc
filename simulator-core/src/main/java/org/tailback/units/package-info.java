/**
 * Quantities with units as people read and write them.
 *
 * <p>Inside the library numbers are seconds, bytes, bytes per second and flop per second. {@link
 * org.tailback.units.Quantity} reads {@code 50us}, {@code 64KiB} or {@code 10Gbit/s}, {@link
 * org.tailback.units.Readable} writes numbers for reports, {@link org.tailback.units.ValueList} reads lists and ranges
 * of options.
 */
@Internal
@NullMarked
package org.tailback.units;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
