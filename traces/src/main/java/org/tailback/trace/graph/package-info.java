/**
 * Programs as dependency graphs: {@code ProgramGraph} writes the operations of a rank into a {@link
 * org.tailback.schedule.RankGraph}, {@code GraphTags} replaces communicator and tag by one tag. GOAL files are written
 * by it, and Chakra's collective operations become messages by it.
 */
@Internal
@NullMarked
package org.tailback.trace.graph;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
