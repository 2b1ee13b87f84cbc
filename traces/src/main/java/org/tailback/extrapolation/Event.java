package org.tailback.extrapolation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tailback.program.CollectiveCall;
import org.tailback.program.SendMode;

/**
 * Recorded operation other than computation. The type is the same in all recordings; the numbers may depend on the
 * number of ranks.
 *
 * @param type kind of the operation, with all attributes that cannot depend on the number of ranks
 * @param peer rank of a message's partner; -1 without a partner
 * @param numbers tag and bytes of a message, root and bytes of a collective operation, sizes of a kernel, or age of an
 *     awaited request
 * @param group position of the communicator among the communicators of the rank, 0 for all ranks
 * @param secondsBefore computation time since the previous operation, seconds, >= 0
 */
record Event(Type type, int peer, long[] numbers, int group, double secondsBefore) {
    private static final List<String> MESSAGE = List.of("tag", "bytes");

    /** Kinds of operations in recordings. */
    enum Kind {
        ISEND,
        IRECV,
        SEND,
        RECV,
        AWAIT,
        AWAIT_ALL,
        AWAIT_SELECTED,
        COLLECTIVE,
        ICOLLECTIVE,
        KERNEL,
        END
    }

    /**
     * Part of an operation that does not depend on the number of ranks.
     *
     * @param detail mode of a send, kind of a collective operation with the form of its counts, name of a kernel, or
     *     ages of requests that are awaited together
     */
    record Type(Kind kind, String detail) {
        /** Returns whether the operation has a partner whose rank is recorded. */
        boolean hasPeer() {
            return isMessage() && !detail.startsWith("any");
        }

        boolean isMessage() {
            return kind.compareTo(Kind.RECV) <= 0;
        }

        SendMode mode() {
            return SendMode.valueOf(detail);
        }

        boolean isCollective() {
            return kind == Kind.COLLECTIVE || kind == Kind.ICOLLECTIVE;
        }

        CollectiveCall.Kind collective() {
            return CollectiveCall.Kind.valueOf(detail.substring(0, detail.indexOf(' ')));
        }

        int[] ages() {
            return Arrays.stream(detail.split(",")).mapToInt(Integer::parseInt).toArray();
        }

        /** Returns the names of the operation's numbers, in the order of the numbers. */
        List<String> names() {
            if (isMessage()) {
                return MESSAGE;
            }
            return switch (kind) {
                case COLLECTIVE, ICOLLECTIVE -> List.of("root", "bytes", "bytes to each rank", "bytes from each rank");
                case KERNEL -> List.of("m", "n", "k");
                case AWAIT -> List.of("request");
                default -> List.of();
            };
        }

        @Override
        public String toString() {
            String word = kind == Kind.AWAIT_ALL || kind == Kind.AWAIT_SELECTED
                    ? "waitall"
                    : kind == Kind.AWAIT ? "wait" : kind.name().toLowerCase(Locale.ROOT);
            return isCollective()
                    ? (kind == Kind.ICOLLECTIVE ? "i" : "") + collective().label()
                    : kind == Kind.KERNEL ? detail : word;
        }
    }
}
