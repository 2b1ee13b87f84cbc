/**
 * Seeded random streams.
 *
 * <p>{@link org.tailback.random.RandomStreams} makes independent streams of one seed by their index. The same seed
 * gives the same numbers in every run, thread and version of Java; models draw from no other source.
 */
@Internal
@NullMarked
package org.tailback.random;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
