/**
 * Conversion of programs to dependency graphs: {@code ProgramGraph} writes the operations of a rank into a {@link
 * org.tailback.schedule.RankGraph}, {@code GraphTags} replaces communicator and tag with one tag. The writers of GOAL
 * files and the reader of Chakra's collective operations use the package.
 */
@Internal
@NullMarked
package org.tailback.trace.graph;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
