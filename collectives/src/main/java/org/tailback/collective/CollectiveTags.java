package org.tailback.collective;

import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Communicators and tags of the messages of collective operations. The collectives of communicator c >= 0 use
 * communicator -1 - c, so that their messages do not match messages of the program. A tag consists of the channel,
 * which is the index in {@link CollectiveSchedule#channels} (6 bits), the number of the collective in the rank's order
 * of the collectives of the communicator (20 bits, from 0, starting again at 2^20), and its kind (5 bits). Messages of
 * different collectives therefore do not match. If ranks disagree about the order of their collectives, messages remain
 * unmatched.
 */
public final class CollectiveTags {
    private static final int KIND_BITS = 5;
    private static final int SEQUENCE_BITS = 20;
    /** Maximum number of channels of a collective. */
    static final int CHANNELS = 64;

    private static final int SEQUENCE_MASK = (1 << SEQUENCE_BITS) - 1;
    private static final Kind[] KINDS = Kind.values();

    private CollectiveTags() {}

    /** Returns the communicator for the collective messages of a communicator >= 0. */
    static int communicator(int ofProgram) {
        return -1 - ofProgram;
    }

    /** Returns the tag of the messages of a rank's n-th collective on a communicator, n from 0. */
    static int tag(Kind kind, long sequence) {
        return (int) (sequence & SEQUENCE_MASK) << KIND_BITS | kind.ordinal();
    }

    /** Returns the tag of the same collective's messages on a channel, given the tag on channel 0. */
    static int onChannel(int tag, int channel) {
        return tag | channel << SEQUENCE_BITS + KIND_BITS;
    }

    /** Returns the tag with the channel's number replaced by another number. */
    public static int onPlace(int tag, IntUnaryOperator placeOf) {
        int shift = SEQUENCE_BITS + KIND_BITS;
        return onChannel(tag & (1 << shift) - 1, placeOf.applyAsInt(tag >>> shift));
    }

    /** Returns whether a communicator carries the messages of collective operations. */
    public static boolean isCollective(int communicator) {
        return communicator < 0;
    }

    /**
     * Returns the collective operation of a message, such as {@code allreduce, call 12 on communicator 0}; empty for a
     * message of a program.
     */
    static Optional<String> collectiveOf(int communicator, int tag) {
        int sequence = tag >>> KIND_BITS & SEQUENCE_MASK;
        return kindOf(communicator, tag)
                .map(kind -> kind + ", call " + sequence + " on communicator " + (-1 - communicator));
    }

    /**
     * Returns the kind of a message's collective operation, such as {@code allreduce}; empty for a message of a
     * program.
     */
    public static Optional<String> kindOf(int communicator, int tag) {
        int kind = tag & (1 << KIND_BITS) - 1;
        return isCollective(communicator)
                ? Optional.of(kind < KINDS.length ? KINDS[kind].label() : "collective")
                : Optional.empty();
    }
}
