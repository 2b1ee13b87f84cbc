package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Allreduce by recursive doubling: in step k ranks exchange and add their whole partial results with the rank whose number
 * differs in bit k. If P = 2^n + e is no power of two, the first 2 e ranks fold in pairs before: the even one gives its
 * contribution to the odd one, stays out, and gets the result at the end. For commutative operations.
 *
 * <p>Reference: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH",
 * International Journal of High Performance Computing Applications 19(1), 2005, section 4.5.
 */
public final class RecursiveDoublingAllreduce implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.ALLREDUCE);
    }

    @Override
    public String summary() {
        return "the whole buffer is exchanged with rank xor 2^k in step k; log2 P steps, and 2 more if P is no power of two";
    }

    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        int core = Integer.highestOneBit(ranks);
        int excess = ranks - core;
        boolean folded = rank < 2 * excess;
        int coreRank = folded ? rank / 2 : rank - excess;
        boolean out = folded && rank % 2 == 0;
        int doublings = Integer.numberOfTrailingZeros(core);
        return new CollectiveSchedule() {
            @Override
            public int steps() {
                return doublings + 2;
            }

            @Override
            public void step(int step, CollectiveSink sink) {
                if (step == 0) {
                    fold(sink);
                } else if (step == doublings + 1) {
                    unfold(sink);
                } else if (!out) {
                    int partner = coreRank ^ (1 << (step - 1));
                    exchange(sink, partner < excess ? 2 * partner + 1 : partner + excess);
                }
            }

            private void fold(CollectiveSink sink) {
                if (out) {
                    sink.carry(0, ranks);
                    sink.send(rank + 1, call.bytes());
                } else if (folded) {
                    sink.carry(ranks, ranks);
                    sink.recv(rank - 1, call.bytes());
                    sink.combine(ranks, 0, ranks);
                }
            }

            private void exchange(CollectiveSink sink, int partner) {
                sink.carry(ranks, ranks);
                sink.irecv(0, partner, call.bytes());
                sink.carry(0, ranks);
                sink.isend(1, partner, call.bytes());
                sink.awaitAll(0, 2);
                sink.combine(ranks, 0, ranks);
            }

            private void unfold(CollectiveSink sink) {
                if (out) {
                    sink.carry(0, ranks);
                    sink.recv(rank + 1, call.bytes());
                } else if (folded) {
                    sink.carry(0, ranks);
                    sink.send(rank - 1, call.bytes());
                }
            }
        };
    }
}
