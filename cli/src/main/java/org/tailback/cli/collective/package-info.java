/**
 * {@code tailback alltoall} and {@code tailback collective}: predicted times of the algorithms of a collective
 * operation over sizes and numbers of ranks. Both are {@code StudyCommand}s; {@code alltoall} also has a closed form.
 */
@Internal
@NullMarked
package org.tailback.cli.collective;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
