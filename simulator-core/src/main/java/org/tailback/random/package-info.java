/**
 * Seeded random streams.
 *
 * <p>{@link org.tailback.random.RandomStreams} creates independent streams from one seed, one stream per purpose. The
 * same seed yields the same numbers in every run, thread and version of Java; models use no other source of random
 * numbers.
 */
@Internal
@NullMarked
package org.tailback.random;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
