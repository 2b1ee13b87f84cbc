package org.tailback.trace.astrasim;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/**
 * A collective operation of a layer.
 *
 * @param kind null for none
 * @param scope the GPUs that take part; null for those of the pass
 * @param bytes as written, >= 0
 */
record AstraCommunication(@Nullable Kind kind, @Nullable Scope scope, long bytes) {
    /** The words of operations, which may be followed by {@code _} and a scope. */
    static final Map<String, Kind> KINDS = Map.of(
            "ALLREDUCE", Kind.ALLREDUCE,
            "ALLGATHER", Kind.ALLGATHER,
            "REDUCESCATTER", Kind.REDUCE_SCATTER_BLOCK,
            "ALLTOALL", Kind.ALLTOALL);

    /** Groups of GPUs, in the order of their communicators. */
    enum Scope {
        ALL,
        TP,
        DP,
        EP,
        DP_EP
    }

    /** Returns the communication of a word such as {@code ALLTOALL_EP}; null if it has no meaning. */
    static @Nullable AstraCommunication of(String word, long bytes) {
        if (word.equals("NONE")) {
            return new AstraCommunication(null, null, 0);
        }
        int end = word.indexOf('_');
        Kind kind = KINDS.get(end < 0 ? word : word.substring(0, end));
        if (kind == null) {
            return null;
        }
        if (end < 0) {
            return new AstraCommunication(kind, null, bytes);
        }
        for (Scope scope : Scope.values()) {
            if (scope != Scope.ALL && scope.name().equals(word.substring(end + 1))) {
                return new AstraCommunication(kind, scope, bytes);
            }
        }
        return null;
    }

    /** Returns whether there is something to send. */
    boolean isSome() {
        return kind != null && bytes > 0;
    }
}
