package org.tailback.collective;

import java.util.Optional;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The tags of messages that collective operations consist of: the lowest 2^28 ints, from Integer.MIN_VALUE on. A tag holds
 * the kind of the operation (4 bits) and its number in the order in which the rank performs collectives (24 bits, from 0,
 * starting again at 2^24). So messages of one collective can match neither those of the program nor those of another
 * collective; and where ranks disagree about the order of their collectives, messages stay unmatched instead of being
 * confused.
 */
public final class CollectiveTags {
    /** Programs may use tags from here on. */
    public static final int FIRST_FREE = Integer.MIN_VALUE + (1 << 28);

    private static final int KIND_BITS = 4;
    private static final int SEQUENCE_MASK = (1 << 24) - 1;
    private static final Kind[] KINDS = Kind.values();

    private CollectiveTags() {}

    /** The tag of the messages of a rank's n-th collective, n from 0. */
    static int tag(Kind kind, long sequence) {
        return Integer.MIN_VALUE + ((int) (sequence & SEQUENCE_MASK) << KIND_BITS | kind.ordinal());
    }

    /** True for the tags of collectives. */
    public static boolean isCollective(int tag) {
        return tag < FIRST_FREE;
    }

    /** What a tag stands for, such as {@code allreduce 12} for a rank's 13th collective; empty for a tag of a program. */
    public static Optional<String> describe(int tag) {
        if (!isCollective(tag)) {
            return Optional.empty();
        }
        int offset = tag - Integer.MIN_VALUE;
        int kind = offset & (1 << KIND_BITS) - 1;
        return Optional.of((kind < KINDS.length ? KINDS[kind].label() : "collective") + " " + (offset >> KIND_BITS));
    }
}
